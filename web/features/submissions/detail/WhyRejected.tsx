import type { Submission } from '@stampus/contract/submissions'
import { Notice } from '@stampus/ui/Notice'
import * as words from '#words'

/** The reason of a rejection (S-4.07). */
export function WhyRejected({ submission: { rejection_reason } }: { submission: Submission }) {
  return (
    <Notice kind="error">
      <h2 className="font-semibold">{words.submissionWhyRejected}</h2>
      <p className="whitespace-pre-line">{rejection_reason || words.submissionNoReason}</p>
    </Notice>
  )
}
