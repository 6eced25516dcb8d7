import { Suspense } from 'react'
import { Extra } from '../app/Extra.tsx'
import { lazyPart } from '../app/lazyPart.ts'
import { useSession } from '../app/session.ts'
import { Title } from '../app/Title.tsx'
import { CardWait } from './CardWait.tsx'
import { Doors } from './Doors.tsx'
import { GuestCard } from './GuestCard.tsx'
import { RecentSection } from './RecentSection.tsx'
import { UploadActions } from './UploadActions.tsx'

const MemberCard = lazyPart(() => import('./MemberCard.tsx'), 'MemberCard')
const WaitingReceipt = lazyPart(() => import('./WaitingReceipt.tsx'), 'WaitingReceipt')

/** The first page. What waits for the server comes after it, in chunks of its own. */
export function HomePage() {
  const user = useSession((session) => session.user)
  const verified = Boolean(user?.email_verified_at)
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="grid content-start gap-6">
        <Title>{`Welcome, ${user?.name || 'Guest'}`}</Title>
        {verified ? (
          <Suspense fallback={<CardWait />}>
            <MemberCard />
          </Suspense>
        ) : (
          <GuestCard unverified={user !== null} />
        )}
        <UploadActions />
        <Extra>
          <WaitingReceipt />
        </Extra>
      </div>
      <div className="grid content-start gap-8">
        <Doors />
        {verified ? <RecentSection /> : null}
      </div>
    </div>
  )
}
