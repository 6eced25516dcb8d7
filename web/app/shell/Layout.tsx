import { SkipLink } from '@stampus/ui/SkipLink'
import { Outlet } from 'react-router'
import * as words from '#words'
import { OptionalPart } from '../../shared/components/Extra.tsx'
import { lazyPart } from '../../shared/components/lazyPart.tsx'
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
      <OptionalPart>
        <AroundPage />
      </OptionalPart>
      <Outlet />
    </div>
  )
}
