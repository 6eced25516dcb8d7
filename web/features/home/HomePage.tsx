import { Suspense } from 'react'
import * as words from '#words'
import { OptionalPart } from '../../shared/components/Extra.tsx'
import { lazyPart } from '../../shared/components/lazyPart.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { settings } from '../../shared/settings.ts'
import { useSession } from '../../shared/storage/session.ts'
import { CardWait } from './CardWait.tsx'
import { Doors } from './Doors.tsx'
import { GuestCard } from './GuestCard.tsx'
import { RecentSection } from './RecentSection.tsx'
import { UploadActions } from './UploadActions.tsx'

const MemberCard = lazyPart(() => import('./MemberCard.tsx'), 'MemberCard')
const WaitingReceipt = lazyPart(() => import('../../shared/receipts/WaitingReceipt.tsx'), 'WaitingReceipt')

/** The first page. What waits for the server comes after it, in chunks of its own. */
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
          <Suspense fallback={<CardWait />}>
            <MemberCard />
          </Suspense>
        ) : (
          <GuestCard unverified={user !== null} />
        )}
        <UploadActions />
        <p className="text-small text-muted">{words.homeEarning(stampPrice(), settings.max_stamps_per_submission)}</p>
        <OptionalPart>
          <WaitingReceipt />
        </OptionalPart>
      </div>
      <div className="grid content-start gap-8">
        <Doors />
        {verified ? <RecentSection /> : null}
      </div>
    </div>
  )
}

/** The name on a line of its own: nothing moves when it comes into the frame that stood here before it was known. */
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

/** How much earns a stamp (D-45): `RM 10`. */
function stampPrice(): string {
  const { currency, sen_per_stamp: sen } = settings
  return `${currency}\u202f${(sen / 100).toFixed(sen % 100 ? 2 : 0)}`
}
