import { type ReactNode, useEffect } from 'react'
import { settings } from '../settings.ts'
import { useHeading } from './heading.ts'

type Props = {
  title: string
  /** Where this page was reached from. */
  back?: ReactNode
  /** What can be done here, beside the title. */
  actions?: ReactNode
  /** What was done last and can be undone, in the rest of the title's row. */
  done?: ReactNode
  children: ReactNode
}

/** A page of the console but for the desk: its title, also the tab's, what can be done, and its content. */
export function Page({ title, back, actions, done, children }: Props) {
  const heading = useHeading()
  useEffect(() => {
    document.title = `${title} · ${settings.product_name} Console`
  }, [title])
  return (
    <main className="mx-auto grid w-full max-w-6xl content-start gap-4 p-4 lg:p-6">
      {back}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="wrap-anywhere min-w-0 font-bold text-title outline-none">
          {title}
        </h1>
        {done}
        {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
      </div>
      {children}
    </main>
  )
}
