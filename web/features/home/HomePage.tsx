import { buttonClass } from '@stampus/ui/Button'
import { Suspense } from 'react'
import * as words from '#words'
import { OptionalPart } from '../../shared/components/ErrorBoundary.tsx'
import { lazyPart } from '../../shared/components/LazyPart.tsx'
import { Link } from '../../shared/components/Link.tsx'
import { StampSlot } from '../../shared/components/StampSlot.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { useSession } from '../../shared/storage/session.ts'
import { CardSkeleton, RecentSkeleton } from './HomeSkeletons.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { UploadActions } from './UploadActions.tsx'

const MemberCard = lazyPart(() => import('./MemberCard.tsx'), 'MemberCard')
const PendingReceipts = lazyPart(() => import('../../shared/receipts/PendingReceipts.tsx'), 'PendingReceipts')

/** The home page. Parts that need the server come later, in chunks of their own. */
export function HomePage() {
  const user = useSession((session) => session.user)
  const verified = Boolean(user?.email_verified_at)
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="grid content-start gap-6">
        <Title shown={user ? <Welcome name={user.name} /> : undefined}>
          {words.homeWelcome(user?.name || words.homeGuest)}
        </Title>
        {verified ? (
          <Suspense fallback={<CardSkeleton />}>
            <MemberCard />
          </Suspense>
        ) : (
          <GuestCard isUnverified={user !== null} />
        )}
        <UploadActions />
        <p className="text-small text-muted">{words.homeEarning(stampPrice(), settings.max_stamps_per_submission)}</p>
        <OptionalPart>
          <PendingReceipts />
        </OptionalPart>
      </div>
      <div className="grid content-start gap-8">
        <QuickLinks />
        {verified ? <RecentSection /> : null}
      </div>
    </div>
  )
}

/** The name has its own line, so that nothing moves when it appears. */
function Welcome({ name }: { name: string }) {
  const [before, after] = words.homeWelcome('\n').split('\n')
  return (
    <>
      {before}
      <span className="block">{name || words.homeGuest}</span>
      {after}
    </>
  )
}

/** The amount that earns a stamp, such as `RM 10`. */
function stampPrice(): string {
  const { currency, sen_per_stamp: sen } = settings
  return `${currency}\u202f${(sen / 100).toFixed(sen % 100 ? 2 : 0)}`
}

/** Shown instead of the stamp card to visitors who cannot collect stamps yet: how to start. */
function GuestCard({ isUnverified }: { isUnverified: boolean }) {
  return (
    <section className="rounded-sheet bg-sheet p-5 shadow-sheet sm:p-6">
      <div aria-hidden="true" className="grid grid-cols-5 gap-2 sm:gap-3">
        {[1, 2, 3, 4, 5].map((place) => (
          <StampSlot key={place} place={place} state={place === 1 ? 'next' : 'empty'} isLanding={false} />
        ))}
      </div>
      <h2 className="mt-5 font-semibold text-lead">
        {isUnverified ? words.unverifiedCardTitle : words.guestCardTitle}
      </h2>
      <p className="mt-1 mb-4 text-muted">{isUnverified ? words.unverifiedCardText : words.guestCardText}</p>
      {isUnverified ? <VerifyLink /> : <JoinLinks />}
    </section>
  )
}

function JoinLinks() {
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={linkTo('register')} className={buttonClass('secondary')}>
        {words.guestCardRegister}
      </Link>
      <Link to={linkTo('login')} className={buttonClass('quiet')}>
        {words.guestCardLogin}
      </Link>
    </div>
  )
}

function VerifyLink() {
  return (
    <Link to={linkTo('verifyEmail')} className={buttonClass('secondary')}>
      {words.unverifiedCardVerify}
    </Link>
  )
}

const RecentActivity = lazyPart(() => import('./RecentActivity.tsx'), 'RecentActivity')

/** The heading shows before the rows have loaded. */
function RecentSection() {
  return (
    <section aria-labelledby="recent-activity">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="recent-activity" className="font-semibold text-lead">
          {words.homeRecent}
        </h2>
        <Link to={linkTo('submissions')} className="py-2.5 text-blue underline-offset-4 hover:underline">
          {words.homeRecentAll}
        </Link>
      </div>
      <Suspense fallback={<RecentSkeleton />}>
        <RecentActivity />
      </Suspense>
    </section>
  )
}
