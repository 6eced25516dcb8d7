import type { MemberShown } from '@stampus/contract/console/members'
import { buttonClass } from '@stampus/ui/Button'
import { Link } from 'react-router'
import { EmailText } from '../../shared/components/EmailText.tsx'
import { Fact } from '../../shared/components/Fact.tsx'
import { When } from '../../shared/components/When.tsx'
import { MemberState } from './MemberState.tsx'

/** Who a member is and how they stand, with the ways to what they sent and what was done about them. */
export function Profile({ member }: { member: MemberShown }) {
  const { id, email, pending_email, created_at, verified_at, deleted_at, reset_sent_at } = member
  return (
    <section aria-label="Profile" className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <dl className="grid gap-x-4 gap-y-3 min-[30rem]:grid-cols-2 lg:grid-cols-4">
        <Fact name="State">
          <MemberState member={member} />
        </Fact>
        {email ? (
          <Fact name="Address">
            <EmailText address={email} />
          </Fact>
        ) : null}
        {pending_email ? <Fact name="Waits for its link">{pending_email}</Fact> : null}
        <Fact name="Member number">{id}</Fact>
        <Instant name="Registered" at={created_at} />
        <Instant name="Verified" at={verified_at} />
        <Instant name="Deleted" at={deleted_at} />
        <Instant name="Reset link sent, not used" at={reset_sent_at} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <Link to={`/submissions?member_id=${id}`} className={buttonClass('secondary')}>
          Receipts
        </Link>
        <Link to={`/audit?subject_kind=member&subject_id=${id}`} className={buttonClass('secondary')}>
          Audit log
        </Link>
      </div>
    </section>
  )
}

function Instant({ name, at }: { name: string; at: string | null }) {
  if (!at) return null
  return (
    <Fact name={name}>
      <When at={at} />
    </Fact>
  )
}
