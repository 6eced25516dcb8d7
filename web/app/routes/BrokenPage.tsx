import { Button } from '@stampus/ui/Button'
import * as words from '#words'
import { Title } from '../../shared/components/Title.tsx'
import { TakenOver } from '../shell/TakenOver.tsx'

/** What is shown in the place of a page that breaks, or whose code cannot be fetched. */
export function BrokenPage() {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <TakenOver />
      <Title>{words.pageBrokenTitle}</Title>
      <p className="mt-3 mb-8 text-muted">{words.pageBrokenText}</p>
      <Button onClick={() => location.reload()}>{words.retry}</Button>
    </section>
  )
}
