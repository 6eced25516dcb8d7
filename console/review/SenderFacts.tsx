import type { ReviewItem } from '@stampus/contract/review'
import { readableTime } from '../parts/dates.ts'
import { EmailText } from '../parts/EmailText.tsx'
import { Fact } from '../parts/Fact.tsx'

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
