import { lazy } from 'react'
import { Outlet } from 'react-router'
import * as words from '#words'
import { Extra } from './Extra.tsx'
import { Header } from './Header.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useScrollPlace } from './scrollPlace.ts'

const AroundPage = lazy(async () => ({ default: (await import('./AroundPage.tsx')).AroundPage }))

/** What stands around every page. */
export function Layout() {
  useScrollPlace()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink href="#main">{words.skipToContent}</SkipLink>
      <Header />
      <Extra>
        <AroundPage />
      </Extra>
      <Outlet />
    </div>
  )
}
