import { lazy } from 'react'
import { Outlet } from 'react-router'
import { Extra } from './Extra.tsx'
import { Header } from './Header.tsx'
import { useScrollPlace } from './scrollPlace.ts'

const Notifications = lazy(async () => ({ default: (await import('./Notifications.tsx')).Notifications }))

/** What stands around every page. */
export function Layout() {
  useScrollPlace()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-2 focus:rounded-control focus:bg-sheet focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <Header />
      <Outlet />
      <Extra>
        <Notifications />
      </Extra>
    </div>
  )
}
