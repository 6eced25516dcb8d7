import type { ReactNode } from 'react'
import { BackLink } from '../app/BackLink.tsx'
import { linkTo } from '../app/paths.ts'
import { Title } from '../app/Title.tsx'

/** A page to read: a Back link, the title with its date, numbered sections (S-2.20). */
export function LegalPage({ title, dated, children }: { title: string; dated: string; children: ReactNode }) {
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('home')} />
      <Title>{title}</Title>
      <p className="mt-1 text-soft">{dated}</p>
      <div className="mt-6 grid gap-6">{children}</div>
    </article>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 font-semibold text-lead">{title}</h2>
      <div className="grid gap-3">{children}</div>
    </section>
  )
}

/** The address for questions. */
export function Mail({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-blue underline underline-offset-4">
      {address}
    </a>
  )
}
