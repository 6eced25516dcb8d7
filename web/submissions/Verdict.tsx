import type { Submission } from '@stampus/contract/submissions'
import { buttonClass } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { Link } from '../app/Link.tsx'
import { linkTo } from '../app/paths.ts'

/** What the reviewer said of a receipt (S-4.07). */
export function Verdict({ submission }: { submission: Submission }) {
  const { status, rejection_reason, admin_notes } = submission
  return (
    <>
      {status === 'rejected' ? <Rejected reason={rejection_reason} merchantId={submission.merchant.id} /> : null}
      {admin_notes ? (
        <section className="rounded-sheet border border-line px-5 py-4">
          <h2 className="mb-1 font-semibold">Admin Comments</h2>
          <p className="whitespace-pre-line">{admin_notes}</p>
        </section>
      ) : null}
    </>
  )
}

function Rejected({ reason, merchantId }: { reason: string | null; merchantId: number | undefined }) {
  return (
    <Notice kind="error">
      <h2 className="font-semibold">Why it was rejected</h2>
      <p className="whitespace-pre-line">{reason || 'No reason was given.'}</p>
      {merchantId ? (
        <Link to={linkTo('newSubmission', { merchantId })} className={buttonClass('secondary', 'mt-3')}>
          Send it again
        </Link>
      ) : null}
    </Notice>
  )
}
