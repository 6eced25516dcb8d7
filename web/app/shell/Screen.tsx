import { Spinner } from '@stampus/ui/Spinner'
import { Suspense } from 'react'
import * as words from '#words'
import { ErrorBoundary } from '../../shared/components/Boundary.tsx'
import { BrokenPage } from '../routes/BrokenPage.tsx'
import { Guard } from '../routes/guard.tsx'
import type { Route } from '../routes/routes.tsx'
import { Footer } from './Footer.tsx'
import { TabBar } from './TabBar.tsx'
import { TakenOver } from './TakenOver.tsx'

/** A page in its place, with the footer below and the tab bar where its route has one (S-2.07). */
export function Screen({ route }: { route: Route }) {
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        className="outline-none mx-auto w-full max-w-5xl flex-1 px-4 pt-4 pb-12 sm:px-6 sm:pt-8"
      >
        <ErrorBoundary key={route.name} fallback={<BrokenPage />}>
          <Suspense fallback={<PageWait />}>
            <Guard route={route}>
              <route.page />
            </Guard>
            <TakenOver />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer clearOfTabBar={!route.hideFooter} />
      {route.hideFooter ? null : <TabBar current={route.name} />}
    </>
  )
}

/** Shows itself only where the page is slow to come. So high that no footer stands where the content will be. */
function PageWait() {
  return (
    <div className="grid min-h-dvh animate-arrive place-items-center [animation-delay:0.2s] [animation-fill-mode:backwards]">
      <Spinner size="lg" label={words.loading} />
    </div>
  )
}
