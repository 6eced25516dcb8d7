import type { ReviewItem } from '@stampus/contract/console/review'
import { EmailText } from '../components/EmailText.tsx'
import { Fact } from '../components/Fact.tsx'
import { readableTime } from '../dates.ts'

/** Who sent a receipt, and when. */
export function SenderFacts({ item: { member, created_at } }: { item: ReviewItem }) {
  return (
    <dl className="grid gap-2 rounded-sheet border border-line bg-sheet px-4 py-2.5 shadow-sheet">
      <Fact name="Member" note={member.email && <EmailText address={member.email} />}>
        {member.name}
      </Fact>
      <Fact name="Sent">{readableTime(created_at)}</Fact>
    </dl>
  )
}
