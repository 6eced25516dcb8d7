import { Megaphone, Store, Tag } from 'lucide-react'
import * as words from '#words'
import { OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { lazyPart } from '../../shared/components/LazyPart.tsx'
import { linkTo } from '../../shared/paths.ts'
import { useSession } from '../../shared/storage/session.ts'
import { QuickLink } from './QuickLink.tsx'

const RewardsLink = lazyPart(() => import('./RewardsLink.tsx'), 'RewardsLink')
const UnreadBadge = lazyPart(() => import('./UnreadBadge.tsx'), 'UnreadBadge')

export function QuickLinks() {
  const isGuest = useSession((session) => session.user === null)
  return (
    <nav aria-label={words.homeExplore} className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
      <QuickLink to={linkTo('merchants')} icon={Store} name={words.homeMerchants} about={words.homeMerchantsAbout} />
      <QuickLink to={linkTo('deals')} icon={Tag} name={words.homeDeals} about={words.homeDealsAbout} />
      <QuickLink
        to={linkTo('announcements')}
        icon={Megaphone}
        name={words.homeAnnouncements}
        about={words.homeAnnouncementsAbout}
      >
        {isGuest ? null : (
          <OptionalPart>
            <UnreadBadge />
          </OptionalPart>
        )}
      </QuickLink>
      <OptionalPart>
        <RewardsLink />
      </OptionalPart>
    </nav>
  )
}
