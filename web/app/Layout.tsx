import { lazy } from 'react'
import { Outlet } from 'react-router'
import * as words from '#words'
import { Extra } from './Extra.tsx'
import { Header } from './Header.tsx'
import { useScrollPlace } from './scrollPlace.ts'

const AroundPage = lazy(async () => ({ default: (await import('./AroundPage.tsx')).AroundPage }))

/** What stands around every page. */
export function Layout() {
  useScrollPlace()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-control focus:bg-sheet focus:px-4 focus:py-3"
      >
        {words.skipToContent}
      </a>
      <Header />
      <Extra>
        <AroundPage />
      </Extra>
      <Outlet />
    </div>
  )
}
