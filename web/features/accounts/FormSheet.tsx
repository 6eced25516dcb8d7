import type { ReactNode } from 'react'
import { Title } from '../../shared/components/Title.tsx'

/** The card that holds an account form. */
export function FormSheet({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-md sm:rounded-sheet sm:bg-sheet sm:p-8 sm:shadow-sheet">
      <Title>{title}</Title>
      {intro ? <div className="mt-1 text-muted">{intro}</div> : null}
      <div className="mt-6 grid gap-5">{children}</div>
    </section>
  )
}
