import {
  type MemberDetails,
  reinstate,
  resendVerification,
  sendResetLink,
  suspend,
} from '@stampus/contract/console/members'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'

const invalidates = ['/console/members']

export function MemberActions({ member: { id, name, email, suspended, verified } }: { member: MemberDetails }) {
  if (suspended)
    return (
      <ActionButton
        text="Reinstate"
        title={`Reinstate ${name}`}
        call={reinstate}
        input={() => ({ id })}
        invalidates={invalidates}
        done={`${name} can sign in again.`}
      >
        <p>The member can sign in again. No email is sent.</p>
      </ActionButton>
    )
  const sending = { action: 'Send', input: () => ({ id }), invalidates }
  const address = <p className="wrap-anywhere font-semibold">{email}</p>
  return (
    <>
      {verified ? null : (
        <ActionButton
          {...sending}
          text="Resend verification"
          title={`Resend verification to ${name}`}
          call={resendVerification}
        >
          <p>We'll email a new verification link.</p>
          {address}
        </ActionButton>
      )}
      <ActionButton {...sending} text="Send reset link" title={`Send reset link to ${name}`} call={sendResetLink}>
        <p>
          We'll email a link to choose a new password. Earlier links stop working. Only send it if the member requested
          it by email.
        </p>
        {address}
      </ActionButton>
      <ActionButton
        text="Suspend"
        look="danger"
        title={`Suspend ${name}`}
        isDangerous
        reason="Reason (shown to operators)"
        call={suspend}
        input={(reason) => ({ id, reason })}
        invalidates={invalidates}
        done={`${name} is suspended.`}
      >
        <p>
          The member is signed out now, can't sign in, and is asked to contact support. Pending receipts stay in the
          queue.
        </p>
      </ActionButton>
    </>
  )
}
