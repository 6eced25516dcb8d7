import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { Upload } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import * as words from '#words'
import { ErrorBoundary, OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { type LazyPart, lazyPart } from '../../shared/components/LazyPart.tsx'
import { ButtonLink, Link } from '../../shared/components/Link.tsx'
import { StampSlot } from '../../shared/components/StampSlot.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { useHasDrafts } from '../../shared/storage/hasDrafts.ts'
import { useSession } from '../../shared/storage/session.ts'
import { CardSkeleton, CoversSkeleton, RecentSkeleton } from './HomeSkeletons.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { placeHeight, strip, Ticket } from './Ticket.tsx'

const MemberCard = lazyPart(() => import('./MemberCard.tsx'), 'MemberCard')
const PendingReceipts = lazyPart(() => import('../../shared/receipts/PendingReceipts.tsx'), 'PendingReceipts')

function Home() {
  const user = useSession((session) => session.user)
  const verified = Boolean(user?.email_verified_at)
  const hydrated = useHydrated()
  const hasDrafts = useHasDrafts((state) => state.hasDrafts) && hydrated
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="grid min-w-0 content-start gap-3 sm:gap-6">
        <WelcomeTitle user={user} />
        {verified ? (
          <Suspense fallback={<CardSkeleton />}>
            <MemberCard />
          </Suspense>
        ) : (
          <GuestCard isUnverified={user !== null} />
        )}
        <ButtonLink to={linkTo('merchants')} icon={Upload} label={words.homeUpload} className="min-h-14 text-lead" />
        <p className="text-pretty text-small text-muted">{earning()}</p>
        {hasDrafts ? (
          <OptionalPart>
            <PendingReceipts />
          </OptionalPart>
        ) : null}
        <Section id="deals-now" title={words.homeDealsNow} all={words.homeDealsAll} to={linkTo('deals')}>
          <ErrorBoundary fallback={null}>
            <Suspense fallback={<CoversSkeleton />}>
              <DealCovers />
            </Suspense>
          </ErrorBoundary>
        </Section>
      </div>
      <div className="grid min-w-0 content-start gap-8">
        {verified ? (
          <Section id="recent-activity" title={words.homeRecent} all={words.homeRecentAll} to={linkTo('submissions')}>
            <Suspense fallback={<RecentSkeleton />}>
              <RecentActivity />
            </Suspense>
          </Section>
        ) : null}
        <QuickLinks />
      </div>
    </div>
  )
}

/** Longer names are written smaller, so that the button to upload stays in view. */
const LONG_NAME = 24
const VERY_LONG_NAME = 40

function WelcomeTitle({ user }: { user: { name: string } | null }) {
  const name = user?.name || words.homeGuest
  const size = name.length > VERY_LONG_NAME ? 'text-body' : name.length > LONG_NAME ? 'text-lead' : 'text-title'
  const [before, after] = words.homeWelcome.split('{name}')
  // The name has its own line, so that nothing moves when it appears.
  const shown = (
    <>
      {before}
      <span className="block short:line-clamp-1">{name}</span>
      {after}
    </>
  )
  return (
    <Title shown={user ? shown : undefined} className={`font-bold ${size} ${user ? '' : 'text-wrap'}`}>
      {before + name + after}
    </Title>
  )
}

function earning(): string {
  const { min_stamps_per_submission: least, max_stamps_per_submission: most, currency, sen_per_stamp: sen } = settings
  return (least > 0 ? words.homeEarningAtLeast : words.homeEarning)
    .replace('{amount}', `${currency}\u202f${(sen / 100).toFixed(sen % 100 ? 2 : 0)}`)
    .replace('{least}', String(least))
    .replace('{most}', String(most))
}

function GuestCard({ isUnverified }: { isUnverified: boolean }) {
  return (
    <section>
      <Ticket className="grid gap-2">
        <h2 className="font-semibold text-lead">{isUnverified ? words.unverifiedCardTitle : words.guestCardTitle}</h2>
        <p className="text-muted text-small">{isUnverified ? words.unverifiedCardText : words.guestCardText}</p>
        <div aria-hidden="true" className={strip}>
          {[1, 2, 3, 4, 10].map((place) => (
            <span key={place} className={placeHeight}>
              <StampSlot place={place} state={place === 1 ? 'next' : place === 10 ? 'gift' : 'empty'} />
            </span>
          ))}
        </div>
        <div className="mt-1 mb-3 flex flex-wrap gap-x-1 gap-y-2">
          {isUnverified ? (
            <ButtonLink to={linkTo('verifyEmail')} look="secondary" label={words.unverifiedCardVerify} />
          ) : (
            <>
              <ButtonLink to={linkTo('register')} look="secondary" label={words.guestCardRegister} />
              <ButtonLink to={linkTo('login')} look="quiet" label={words.guestCardLogin} className="-mx-2" />
            </>
          )}
        </div>
      </Ticket>
    </section>
  )
}

const RecentActivity = lazyPart(() => import('./RecentActivity.tsx'), 'RecentActivity')
const DealCovers = lazyPart(() => import('./DealCovers.tsx'), 'DealCovers')
const memberParts = [MemberCard, RecentActivity]

type SectionProps = { id: string; title: string; all: string; to: string; children: ReactNode }

function Section({ id, title, all, to, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-lead">
          {title}
        </h2>
        <Link to={to} className="py-2.5 text-blue underline-offset-4 hover:underline">
          {all}
        </Link>
      </div>
      {children}
    </section>
  )
}

/** A member's parts load before the page, because React delays what replaces a placeholder. */
export const HomePage = Object.assign(Home, {
  load: () => Promise.all([DealCovers.load(), ...(isVerified() ? memberParts : []).map(tryLoad)]),
})

const isVerified = () => Boolean(useSession.getState().user?.email_verified_at)
const tryLoad = (part: LazyPart) => part.load().catch(() => undefined)
