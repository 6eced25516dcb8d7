import type { Operator } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { Toast } from '@stampus/ui/Notice'
import { skipLinkClass } from '@stampus/ui/SkipLink'
import { Spinner } from '@stampus/ui/Spinner'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { BrowserRouter, useLocation, useNavigationType } from 'react-router'
import {
  PasswordPage,
  SignInAgain,
  SignInPage,
  UnlockPage,
  useLastFocus,
} from '../features/own-account/SignInPages.tsx'
import { SecondFactorGate } from '../features/own-account/secondFactor.tsx'
import { operatorQuery, useSessionEnded } from '../shared/api/queries.ts'
import { LoadFailure } from '../shared/components/LoadFailure.tsx'
import { showToast, useToast } from '../shared/toasts.ts'
import { Header } from './Header.tsx'
import { Menu } from './Menu.tsx'
import { Pages } from './Pages.tsx'
import { BASE, PASSWORD_PATH, UNLOCK_PATH } from './paths.ts'

/** The console. A link in an operator's mail opens its own page, with or without a session. */
export function App() {
  if (location.pathname === PASSWORD_PATH) return <PasswordPage />
  return location.pathname === UNLOCK_PATH ? <UnlockPage /> : <Console />
}

function Console() {
  const operator = useQuery(operatorQuery)
  const { data, isPending } = operator
  const sessionEnded = useSessionEnded()
  const lastFocus = useLastFocus()
  if (data === undefined)
    return (
      <main className="mx-auto grid min-h-dvh max-w-md place-items-center p-6">
        {isPending ? (
          <Spinner size="lg" label="Loading the console" />
        ) : (
          <LoadFailure query={operator} text={texts.unavailable} />
        )}
      </main>
    )
  if (data === null) return <SignInPage />
  return (
    <>
      <BrowserRouter key={data.id} basename={BASE}>
        <SignedInConsole operator={data} />
      </BrowserRouter>
      {sessionEnded ? <SignInAgain email={data.email} lastFocus={lastFocus} /> : null}
    </>
  )
}

function SignedInConsole({ operator }: { operator: Operator }) {
  const scroller = useScrollRestoration()
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <button type="button" onClick={() => scroller.current?.focus()} className={`${skipLinkClass} print:hidden`}>
        Skip to content
      </button>
      <Header operator={operator} />
      <SecondFactorGate isDue={operator.second_factor === 'due'}>
        <div className="flex min-h-0 flex-1">
          <aside className="hidden w-61 shrink-0 overflow-y-auto border-line border-r bg-sheet p-2 lg:block print:hidden">
            <Menu role={operator.role} />
          </aside>
          <div
            ref={scroller}
            tabIndex={-1}
            className="relative flex min-h-0 min-w-0 flex-1 flex-col outline-none lg:overflow-y-auto"
          >
            <Pages role={operator.role} />
          </div>
        </div>
      </SecondFactorGate>
      <Toasts />
    </div>
  )
}

function Toasts() {
  const { text, kind } = useToast()
  return (
    <div
      role="status"
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 mx-auto max-w-md print:hidden"
    >
      {text ? (
        <Toast kind={kind} close="Close" onClose={() => showToast('')}>
          <p className="wrap-anywhere">{text}</p>
        </Toast>
      ) : null}
    </div>
  )
}

const positions = new Map<string, number>()

/** Restores the scroll position: a new page starts at its top, the back button returns to the old position. */
function useScrollRestoration(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()
  const previousPath = useRef(pathname)
  useLayoutEffect(() => {
    const isSamePage = previousPath.current === pathname
    previousPath.current = pathname
    // A changed filter keeps the position.
    if (!(isSamePage && navigationType === 'REPLACE'))
      scrollTo(scroller.current, navigationType === 'POP' ? (positions.get(key) ?? 0) : 0)
    const savePosition = () => positions.set(key, scroller.current?.scrollTop || window.scrollY)
    addEventListener('scroll', savePosition, { capture: true, passive: true })
    return () => removeEventListener('scroll', savePosition, { capture: true })
  }, [key, pathname, navigationType])
  return scroller
}

/** On narrow screens the window scrolls, on wide ones the page's own area. */
function scrollTo(scroller: HTMLElement | null, top: number): void {
  scroller?.scrollTo(0, top)
  window.scrollTo(0, top)
}
