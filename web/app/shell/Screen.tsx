import { Button } from '@stampus/ui/Button'
import { Spinner } from '@stampus/ui/Spinner'
import { House, ReceiptText, Store, UserRound } from 'lucide-react'
import { Suspense, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import * as words from '#words'
import { ErrorBoundary } from '../../shared/components/ErrorBoundary.tsx'
import { Link } from '../../shared/components/Link.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo, type RouteName } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { Guard } from '../routes/Guard.tsx'
import type { Route } from '../routes/routes.tsx'
import { Snap } from './snap/Snap.tsx'

export function Screen({ route }: { route: Route }) {
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        className="outline-none mx-auto w-full max-w-5xl flex-1 px-4 pt-4 pb-12 sm:px-6 sm:pt-8"
      >
        <ErrorBoundary key={route.name} fallback={<BrokenPage />}>
          <Suspense fallback={<PageLoading />}>
            <Guard route={route}>
              <route.page />
            </Guard>
            <HydratedMarker />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer hasTabBar={!route.hidesTabBar} />
      {route.hidesTabBar ? null : <TabBar current={route.name} />}
    </>
  )
}

function PageLoading() {
  return (
    <div className="grid min-h-dvh animate-arrive place-items-center [animation-delay:0.2s] [animation-fill-mode:backwards]">
      <Spinner size="lg" label={words.loading} />
    </div>
  )
}

function BrokenPage() {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <HydratedMarker />
      <Title>{words.pageBrokenTitle}</Title>
      <p className="mt-3 mb-8 text-muted">{words.pageBrokenText}</p>
      <Button onClick={() => location.reload()}>{words.retry}</Button>
    </section>
  )
}

/** Marks the page as hydrated. Render it last. */
function HydratedMarker() {
  useLayoutEffect(() => document.getElementById('root')?.removeAttribute('data-rendered'), [])
  return null
}

const legal = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-blue'

/** Leaves room at the bottom where the tab bar and Snap cover the end of the page. */
function Footer({ hasTabBar }: { hasTabBar: boolean }) {
  const room = hasTabBar
    ? 'pb-[calc(9.5rem+env(safe-area-inset-bottom))] sm:pb-40 low:pb-[calc(7.5rem+env(safe-area-inset-bottom))]'
    : 'pb-6'
  return (
    <footer id="footer" tabIndex={-1} className={`text-small text-muted outline-none print:hidden ${room}`}>
      <div className="perforation mb-3" />
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6">
        <p className="py-2" suppressHydrationWarning>
          © {new Date().getFullYear()} {settings.legal_name}
        </p>
        <p className="flex flex-wrap gap-x-5">
          <Link to={linkTo('terms')} className={legal}>
            {words.footerTerms}
          </Link>
          <Link to={linkTo('privacy')} className={legal}>
            {words.footerPrivacy}
          </Link>
        </p>
      </div>
    </footer>
  )
}

type Tab = { label: string; to: string; icon: typeof House; routes: RouteName[] }

const tabs: Tab[] = [
  { label: words.tabHome, to: linkTo('home'), icon: House, routes: ['home'] },
  {
    label: words.tabMerchants,
    to: linkTo('merchants'),
    icon: Store,
    routes: ['merchants', 'merchant', 'merchantSlug'],
  },
  { label: words.tabHistory, to: linkTo('submissions'), icon: ReceiptText, routes: ['submissions', 'submission'] },
  { label: words.tabProfile, to: linkTo('profile'), icon: UserRound, routes: ['profile'] },
]

const tab =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 whitespace-nowrap rounded-control text-[min(0.875rem,4.2vw)] sm:text-small text-muted hover:text-blue focus-visible:-outline-offset-4 aria-[current=page]:font-semibold aria-[current=page]:text-blue sm:min-h-11 sm:flex-none sm:flex-row sm:gap-2 sm:px-4 sm:aria-[current=page]:bg-tint low:min-h-11 low:flex-1 low:flex-row low:gap-2 big:min-h-[max(44px,2rem)] big:basis-2/5 big:flex-row big:whitespace-normal big:text-[min(0.875rem,6.9vw)] big:leading-5'

/** A merchant's own page has a camera in its form; elsewhere it would cover figures or the buttons of forms. */
const withoutCamera = /^(merchantSlug|rewards?|history|stampHistory|contact)$/

function TabBar({ current }: { current: RouteName }) {
  const { search } = useLocation()
  const hasCamera = !withoutCamera.test(current) && !(current === 'profile' && new URLSearchParams(search).has('edit'))
  return (
    <nav
      aria-label={words.tabBar}
      className="max-sm:[container-type:inline-size] low:[container-type:normal] fixed inset-x-0 bottom-0 z-10 print:hidden border-line border-t bg-sheet pb-[env(safe-area-inset-bottom)] sm:bottom-4 sm:mx-auto sm:w-max sm:rounded-sheet sm:border sm:pb-0 sm:shadow-lifted low:bottom-0 low:w-full low:rounded-none low:border-x-0 low:border-b-0 low:pb-[env(safe-area-inset-bottom)] low:shadow-none"
    >
      {hasCamera ? <Snap /> : null}
      <div className="mx-auto flex big:flex-wrap max-w-xl sm:gap-1 sm:p-1.5 low:p-0">
        {tabs.map(({ label, to, icon: Icon, routes }) => (
          <Link key={label} to={to} aria-current={routes.includes(current) ? 'page' : undefined} className={tab}>
            <Icon aria-hidden="true" className="size-6 sm:size-5 big:size-[min(1rem,7vw)]" />
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
