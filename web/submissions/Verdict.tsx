import type { Submission } from '@stampus/contract/submissions'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import * as words from '#words'
import { AppealRecord } from './AppealRecord.tsx'
import { WaysOn } from './WaysOn.tsx'

/** What the reviewer said of a receipt (S-4.07), what its owner answered, and the ways on. */
export function Verdict({ submission }: { submission: Submission }) {
  const [appealed, setAppealed] = useState(false)
  const { status, rejection_reason, admin_notes, appeal } = submission
  return (
    <>
      {status === 'rejected' ? (
        <Notice kind="error">
          <h2 className="font-semibold">{words.submissionWhyRejected}</h2>
          <p className="whitespace-pre-line">{rejection_reason || words.submissionNoReason}</p>
        </Notice>
      ) : null}
      {admin_notes ? (
        <section className="rounded-sheet border border-line px-5 py-4">
          <h2 className="mb-1 font-semibold">{words.submissionNotes}</h2>
          <p className="whitespace-pre-line">{admin_notes}</p>
        </section>
      ) : null}
      {appeal ? <AppealRecord appeal={appeal} status={status} fresh={appealed} /> : null}
      {status === 'rejected' ? <WaysOn submission={submission} onAppealed={() => setAppealed(true)} /> : null}
    </>
  )
}
