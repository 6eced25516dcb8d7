import { type ReactNode, useId } from 'react'

/** One of several things that a page is about, under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet sm:p-5"
    >
      <h2 id={id} className="font-bold text-lead">
        {title}
      </h2>
      {children}
    </section>
  )
}
