import type { Submission } from '@stampus/contract/submissions'
import { Notice } from '@stampus/ui/Notice'
import * as sentences from '#sentences'
import * as words from '#words'
import { AdminComments } from '../detail/AdminComments.tsx'
import { WhyRejected } from '../detail/WhyRejected.tsx'

/** Which receipt is being corrected, that its picture is not taken over, and what was wrong with it. */
export function CorrectionNote({ corrected }: { corrected: Submission }) {
  if (corrected.status !== 'rejected') return <Notice kind="warning">{words.receiptNotRejected}</Notice>
  return (
    <>
      <Notice kind="info">{sentences.receiptCorrecting(corrected.invoice_no, corrected.merchant.name)}</Notice>
      <WhyRejected submission={corrected} />
      <AdminComments submission={corrected} />
    </>
  )
}
