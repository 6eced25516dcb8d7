import { useEffect } from 'react'
import { useLocation } from 'react-router'
import * as words from '#words'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { LanguageLink, otherLanguageName } from '../../shared/components/LanguageLink.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'
import { type Clause, clausesOf, type LegalToken, type Supplement, supplementsOf } from './LegalText.tsx'

const prose =
  '[&_a]:text-blue [&_a]:underline [&_a]:underline-offset-4 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_li]:marker:text-border-strong'

export function LegalPage({ title, dated, text }: { title: string; dated: string; text: LegalToken[] }) {
  useClauseOfAddress()
  const clauses = clausesOf(text)
  return (
    <div className="mx-auto max-w-[65ch]">
      <div className="print:hidden">
        <BackLink to={linkTo('home')} />
      </div>
      <article>
        <Title>{title}</Title>
        <p className="mt-1 mb-6 text-muted">{dated}</p>
        <p className={`mb-6 print:hidden ${prose}`}>
          <LanguageLink>{otherLanguageName}</LanguageLink>
        </p>
        <Contents clauses={clauses} />
        <div className={`grid gap-8 ${prose}`}>
          {clauses.map((clause, place) => (
            <NumberedClause key={clause.id} number={place + 1} {...clause} />
          ))}
        </div>
        {supplementsOf(text).map((supplement) => (
          <DatedSupplement key={supplement.title} {...supplement} />
        ))}
      </article>
    </div>
  )
}

function Contents({ clauses }: { clauses: Clause[] }) {
  return (
    <nav
      aria-label={words.legalContents}
      className="mb-10 rounded-sheet bg-sheet px-4 py-3 shadow-sheet sm:px-5 print:hidden"
    >
      <p className="font-semibold">{words.legalContents}</p>
      <ol className="mt-1 sm:columns-2 sm:gap-6">
        {clauses.map(({ id, title }, place) => (
          <li key={id} className="flex break-inside-avoid gap-2">
            <span aria-hidden="true" className="min-w-6 py-2.5 text-right text-muted tabular-nums">
              {place + 1}
            </span>
            <a
              href={`#${id}`}
              className="flex min-h-11 flex-1 items-center py-1.5 text-blue underline-offset-4 hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function NumberedClause({ number, id, title, body }: Clause & { number: number }) {
  return (
    <section id={id} className="scroll-mt-12 print:break-inside-avoid">
      <h2 className="mb-2 font-semibold text-lead">
        {number}. {title}
      </h2>
      <div className="grid gap-3">{body}</div>
    </section>
  )
}

function DatedSupplement({ title, intro, items }: Supplement) {
  return (
    <aside aria-label={title} className={`mt-10 grid gap-4 border-line border-t pt-8 ${prose}`}>
      <h2 className="font-semibold text-lead">{title}</h2>
      <p>{intro}</p>
      <ol className="grid list-decimal gap-3 pl-5">
        {items.map((item) => (
          <li key={item.title}>
            <strong>{item.title}</strong>
            {item.body}
          </li>
        ))}
      </ol>
    </aside>
  )
}

/** The browser looks for the clause in the address before this page has rendered. */
function useClauseOfAddress(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}
