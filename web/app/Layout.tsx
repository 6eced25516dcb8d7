import { Outlet } from 'react-router'
import * as words from '#words'
import { Extra } from './Extra.tsx'
import { Header } from './Header.tsx'
import { lazyPart } from './lazyPart.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useScrollPlace } from './scrollPlace.ts'

const AroundPage = lazyPart(() => import('./AroundPage.tsx'), 'AroundPage')

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
