import { Button } from '@stampus/ui/Button'
import { Spinner } from '@stampus/ui/Spinner'
import { Suspense, useLayoutEffect } from 'react'
import * as words from '#words'
import { ErrorBoundary } from '../../shared/components/ErrorBoundary.tsx'
import { Link } from '../../shared/components/Link.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { Guard } from '../routes/Guard.tsx'
import type { Route } from '../routes/routes.tsx'
import { TabBar } from './TabBar.tsx'

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

/** Appears only if loading takes long. Tall enough to keep the footer below the screen. */
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
