import type { Submission } from '@stampus/contract/submissions'
import * as words from '#words'

/** What the reviewer added to the decision (S-4.07), where there is something. */
export function AdminComments({ submission: { admin_notes } }: { submission: Submission }) {
  if (!admin_notes) return null
  return (
    <section className="rounded-sheet border border-line px-5 py-4">
      <h2 className="mb-1 font-semibold">{words.submissionNotes}</h2>
      <p className="whitespace-pre-line">{admin_notes}</p>
    </section>
  )
}
