import { Outlet } from 'react-router'
import * as words from '#words'
import { Extra } from '../../shared/components/Extra.tsx'
import { lazyPart } from '../../shared/components/lazyPart.tsx'
import { SkipLink } from '../../shared/components/SkipLink.tsx'
import { useScrollPlace } from '../routes/scrollPlace.ts'
import { Header } from './Header.tsx'

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
