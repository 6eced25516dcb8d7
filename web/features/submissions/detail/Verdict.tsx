import type { Submission } from '@stampus/contract/submissions'
import { useState } from 'react'
import { appealWaits } from '../../../shared/receipts/decisionNews.ts'
import { AppealRecord } from '../appeal/AppealRecord.tsx'
import { AdminComments } from './AdminComments.tsx'
import { Reversals } from './Reversals.tsx'
import { ReviewerCorrections } from './ReviewerCorrections.tsx'
import { WaysOn } from './WaysOn.tsx'
import { WhyRejected } from './WhyRejected.tsx'

/** What the reviewer said of a receipt (S-4.07), what its owner answered, and the ways on. An appeal that waits comes first. */
export function Verdict({ submission }: { submission: Submission }) {
  const [appealed, setAppealed] = useState(false)
  const { status, appeal, corrections = [] } = submission
  const waits = appealWaits(submission)
  const record = appeal ? <AppealRecord appeal={appeal} status={status} fresh={appealed && waits} /> : null
  return (
    <>
      {waits ? record : null}
      <Reversals submission={submission} />
      {status === 'rejected' ? <WhyRejected submission={submission} /> : null}
      {corrections.length > 0 ? <ReviewerCorrections corrections={corrections} /> : null}
      <AdminComments submission={submission} />
      {waits ? null : record}
      {status === 'rejected' ? <WaysOn submission={submission} onAppealed={() => setAppealed(true)} /> : null}
    </>
  )
}
