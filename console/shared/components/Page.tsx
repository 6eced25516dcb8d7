import { ChevronLeft } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { settings } from '../settings.ts'

type Props = {
  title: string
  back?: ReactNode
  actions?: ReactNode
  /** The last action and its undo button, in the row of the title. */
  done?: ReactNode
  /** What follows the content, which then fills the first screen of a wide window, so that only parts of it scroll. */
  below?: ReactNode
  children: ReactNode
}

/** The frame of a page: its title, which is also the tab's, its actions and its content. The desk has its own frame. */
export function Page({ title, back, actions, done, below, children }: Props) {
  const heading = usePageHeading(title)
  return (
    <main
      className={`mx-auto grid w-full max-w-6xl content-start gap-4 p-4 lg:p-6 ${below ? 'lg:h-full lg:gap-8 lg:grid-rows-[minmax(100%,auto)_auto]' : ''}`}
    >
      <div className={below ? 'flex min-w-0 flex-col gap-4' : 'contents'}>
        {back}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere min-w-0 font-bold text-title outline-none">
            {title}
          </h1>
          {done}
          {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
        </div>
        {children}
      </div>
      {below ? <div className="lg:pb-6">{below}</div> : null}
    </main>
  )
}

let firstKey: string | undefined
let moved = false

/** Sets the tab's title. The h1 with this ref gets the focus after a navigation, so that a screen reader reads it. */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${settings.product_name} Console`
  }, [title])
  const { key } = useLocation()
  const navigationType = useNavigationType()
  useEffect(() => {
    firstKey ??= key
    moved ||= key !== firstKey
    // A filter replaces the address while the operator types in it, so the focus must stay in the field.
    const isSamePage = navigationType === 'REPLACE' && document.activeElement?.closest('main')
    if (moved && !isSamePage) heading.current?.focus({ preventScroll: true })
  }, [key, navigationType])
  return heading
}

export function PageSection({ title, children }: { title: string; children: ReactNode }) {
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

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-blue print:hidden">
      <ChevronLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}

/** Scrolls within its column on wide screens, so that the header and the buttons stay visible. */
export function ScrollArea({ children }: { children: ReactNode }) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      className="grid min-h-0 flex-1 content-start gap-3 outline-offset-0 lg:-m-1 lg:overflow-y-auto lg:p-1"
    >
      {children}
    </div>
  )
}
