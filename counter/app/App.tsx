import { buttonClass } from '@stampus/ui/Button'
import { useNetworkReturn } from '@stampus/ui/browser/useNetworkReturn'
import { useWork } from '@stampus/ui/browser/useWork'
import { ErrorBoundary } from '@stampus/ui/ErrorBoundary'
import { Failure } from '@stampus/ui/Failure'
import { Logo } from '@stampus/ui/Logo'
import { Languages } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import * as words from '#words'
import { CounterPage } from '../features/hand-over/CounterPage.tsx'
import { isPageServed } from '../shared/api/api.ts'
import { Page } from '../shared/components/Page.tsx'
import { Waiting } from '../shared/components/Waiting.tsx'
import { switchLanguage } from '../shared/language.ts'
import { BASE, paths } from '../shared/paths.ts'
import { useStoredPhone } from '../shared/storage/ownPhone.ts'

const MailedLinkPage = lazy(() => import('../features/owner/MailedLinkPage.tsx'))

const pages = Object.entries<ComponentType<{ id: number; month: string }>>({
  [paths.today]: lazy(() => import('../features/hand-over/TodayPage.tsx')),
  [paths.late]: lazy(() => import('../features/hand-over/LatePage.tsx')),
  [paths.enrol]: lazy(() => import('../features/enrolment/EnrolPage.tsx')),
  [paths.password]: MailedLinkPage,
  [paths.unlock]: MailedLinkPage,
  [paths.owner]: lazy(() => import('../features/owner/OwnerPage.tsx')),
  [paths.account]: lazy(() => import('../features/owner/AccountPage.tsx')),
  [paths.shop]: lazy(() => import('../features/owner/ShopPage.tsx')),
  [paths.shopHistory]: lazy(() => import('../features/owner/HistoryPage.tsx')),
  [paths.statements]: lazy(() => import('../features/owner/StatementsPage.tsx')),
  [paths.statement]: lazy(() => import('../features/owner/StatementPage.tsx')),
})

export function App() {
  return (
    <Router base={BASE}>
      <div className="flex min-h-dvh flex-col">
        <Header />
        <CurrentPage />
      </div>
    </Router>
  )
}

function CurrentPage() {
  const [path] = useLocation()
  const [attempt, setAttempt] = useState(0)
  return (
    <ErrorBoundary key={path + attempt} fallback={<BrokenPage onRetry={() => setAttempt(attempt + 1)} />}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path={paths.counter} component={CounterPage} />
          {pages.map(([pattern, Page]) => (
            <Route<{ id?: string; month?: string }> key={pattern} path={pattern}>
              {({ id, month = '' }) => <Page id={Number(id)} month={month} />}
            </Route>
          ))}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

/** Retry opens the page again: most browsers do not fetch a script again whose import has failed. */
function BrokenPage({ onRetry }: { onRetry: () => void }) {
  const { run, isBusy } = useWork(async () => {
    if (await isPageServed()) location.reload()
    else onRetry()
  })
  const [isServed, setServed] = useState<boolean>()
  useEffect(() => void isPageServed().then(setServed), [])
  useNetworkReturn(() => void run())
  return (
    <main id="main" className="grid flex-1 place-items-center p-4">
      <h1 className="sr-only">{words.pageTitle}</h1>
      <Failure
        text={isServed === false ? words.unreachable : words.failed}
        retry={words.retry}
        isBusy={isBusy}
        onRetry={() => void run()}
      />
    </main>
  )
}

function NotFoundPage() {
  return (
    <Page title={words.notFound}>
      <Link href="/" className={buttonClass('secondary', 'min-h-14')}>
        {words.toCounter}
      </Link>
    </Page>
  )
}

function Header() {
  const phone = useStoredPhone()
  const [path] = useLocation()
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-3 border-line border-b bg-sheet px-4 print:hidden">
      <Link href="/" aria-label={words.toCounter} className="grid size-11 shrink-0 place-items-center">
        <Logo />
      </Link>
      <p className="min-w-0 flex-1 truncate font-semibold">{phone?.merchant.name ?? words.pageTitle}</p>
      {/* What it says is gone on the next page. */}
      <LanguageButton key={path} />
    </header>
  )
}

function LanguageButton() {
  const [isUnreachable, setUnreachable] = useState(false)
  useNetworkReturn(() => setUnreachable(false))
  const changing = useWork(async () => {
    const isServed = await isPageServed()
    setUnreachable(!isServed)
    if (isServed) switchLanguage()
  })
  return (
    <>
      <button
        type="button"
        onClick={() => void changing.run()}
        aria-busy={changing.isBusy}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-blue aria-busy:opacity-60"
      >
        <Languages aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">{words.otherLanguage}</span>
      </button>
      <p role="status" className="basis-full pb-2 text-sm empty:hidden">
        {isUnreachable ? words.languageUnreachable : null}
      </p>
    </>
  )
}
