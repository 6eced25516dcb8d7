import * as words from '#words'
import { ButtonLink } from '../../shared/components/Link.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'

export function NotFoundPage() {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <p
        aria-hidden="true"
        className="-rotate-6 mx-auto mb-8 inline-block rounded-control border-4 border-double border-border-strong px-5 py-2 font-receipt text-lead text-muted uppercase"
      >
        {words.pageNotFoundMark}
      </p>
      <Title>{words.pageNotFoundTitle}</Title>
      <p className="mt-3 mb-8 text-muted">{words.pageNotFoundText}</p>
      <ButtonLink to={linkTo('home')} label={words.pageNotFoundHome} />
    </section>
  )
}
