import { buttonClass } from '@stampus/ui/Button'
import { useNetworkReturn } from '@stampus/ui/browser/useNetworkReturn'
import { ErrorBoundary } from '@stampus/ui/ErrorBoundary'
import { Failure } from '@stampus/ui/Failure'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import * as words from '#words'
import { CounterPage } from '../features/hand-over/CounterPage.tsx'
import { isPageServed, useWork } from '../shared/api/api.ts'
import { Page } from '../shared/components/Page.tsx'
import { Waiting } from '../shared/components/Waiting.tsx'
import { BASE, paths } from '../shared/paths.ts'
import { Header } from './Header.tsx'

const TodayPage = lazy(() => import('../features/hand-over/TodayPage.tsx'))
const LatePage = lazy(() => import('../features/hand-over/LatePage.tsx'))
const EnrolPage = lazy(() => import('../features/enrolment/EnrolPage.tsx'))
const PasswordPage = lazy(() => import('../features/owner/PasswordPage.tsx'))
const UnlockPage = lazy(() => import('../features/owner/UnlockPage.tsx'))
const OwnerPage = lazy(() => import('../features/owner/OwnerPage.tsx'))
const AccountPage = lazy(() => import('../features/owner/AccountPage.tsx'))
const HistoryPage = lazy(() => import('../features/owner/HistoryPage.tsx'))
const StatementsPage = lazy(() => import('../features/owner/StatementsPage.tsx'))
const StatementPage = lazy(() => import('../features/owner/StatementPage.tsx'))
const ShopPage = lazy(() => import('../features/owner/ShopPage.tsx'))

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

/** The page of the address. If it fails or cannot be loaded, its place shows that until the next page or attempt. */
function CurrentPage() {
  const [path] = useLocation()
  const [attempt, setAttempt] = useState(0)
  return (
    <ErrorBoundary key={path + attempt} fallback={<BrokenPage onRetry={() => setAttempt(attempt + 1)} />}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path={paths.counter} component={CounterPage} />
          <Route path={paths.today} component={TodayPage} />
          <Route path={paths.late} component={LatePage} />
          <Route path={paths.enrol} component={EnrolPage} />
          <Route path={paths.password} component={PasswordPage} />
          <Route path={paths.unlock} component={UnlockPage} />
          <Route path={paths.owner} component={OwnerPage} />
          <Route path={paths.account} component={AccountPage} />
          <Route path={paths.shopHistory}>{({ id }) => <HistoryPage key={id} id={Number(id)} />}</Route>
          <Route path={paths.statements}>{({ id }) => <StatementsPage key={id} id={Number(id)} />}</Route>
          <Route path={paths.statement}>
            {({ id, month }) => <StatementPage key={id + month} id={Number(id)} month={month} />}
          </Route>
          <Route path={paths.shop}>{({ id }) => <ShopPage key={id} id={Number(id)} />}</Route>
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
