import { ChevronRight, Megaphone, Store, Tag } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import * as words from '#words'
import { OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { lazyPart } from '../../shared/components/LazyPart.tsx'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { useSession } from '../../shared/storage/session.ts'

const RewardsLink = lazyPart(() => import('./RewardsLink.tsx'), 'RewardsLink')
const UnreadBadge = lazyPart(() => import('./UnreadBadge.tsx'), 'UnreadBadge')

/** Links from the home page to merchants, deals, announcements and rewards. */
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

type QuickLinkProps = {
  to: string
  icon: ComponentType<{ className?: string }>
  name: string
  about: string
  children?: ReactNode
}

export function QuickLink({ to, icon: Icon, name, about, children }: QuickLinkProps) {
  return (
    <Link
      to={to}
      className="group flex min-h-16 flex-wrap items-center gap-3 px-[min(1rem,5vw)] sm:gap-4 sm:px-4 py-3 first:rounded-t-sheet last:rounded-b-sheet hover:bg-tint focus-visible:-outline-offset-2"
    >
      <Icon className="size-6 shrink-0 text-blue max-[20rem]:-order-1" />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold text-[min(1rem,7.8vw)]">{name}</span>
        <span className="block text-small text-muted">{about}</span>
      </span>
      {children}
      <ChevronRight
        aria-hidden="true"
        className="hidden size-5 shrink-0 text-muted group-hover:text-blue min-[22rem]:block"
      />
    </Link>
  )
}
