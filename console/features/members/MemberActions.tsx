import {
  type MemberDetails,
  reinstate,
  resendVerification,
  sendResetLink,
  suspend,
} from '@stampus/contract/console/members'
import { Button } from '@stampus/ui/Button'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { ReasonDialog } from '../../shared/dialogs/ReasonDialog.tsx'
import { showToast } from '../../shared/toasts.ts'

type Props = { member: MemberDetails }

/** The manager's actions on a member. */
export function MemberActions({ member }: Props) {
  if (member.suspended) return <Reinstatement member={member} />
  return (
    <>
      {member.verified ? null : <MailAction member={member} {...verification} />}
      <MailAction member={member} {...reset} />
      <Suspension member={member} />
    </>
  )
}

const verification = {
  endpoint: resendVerification,
  name: 'Resend verification',
  question: "We'll email a new verification link.",
}
const reset = {
  endpoint: sendResetLink,
  name: 'Send reset link',
  question:
    "We'll email a link to choose a new password. Earlier links stop working. Only send it if the member requested it by email.",
}

type MailActionProps = Props & {
  endpoint: typeof resendVerification | typeof sendResetLink
  name: string
  question: string
}

function MailAction({ member, endpoint, name, question }: MailActionProps) {
  const [open, setOpen] = useState(false)
  const sending = useCall<typeof sendResetLink | typeof resendVerification>(endpoint, ['/console/members'])
  const confirm = () => {
    const done = ({ message }: { message: string }) => {
      showToast(message)
      setOpen(false)
    }
    sending.mutate({ id: member.id }, { onSuccess: done })
  }
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open ? (
        <ConfirmDialog
          title={`${name} to ${member.name}`}
          action="Send"
          look="primary"
          mutation={sending}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>{question}</p>
          <p className="wrap-anywhere font-semibold">{member.email}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function Suspension({ member }: Props) {
  const [open, setOpen] = useState(false)
  const suspending = useCall(suspend, ['/console/members'])
  const confirm = (reason: string) => {
    const done = () => {
      showToast(`${member.name} is suspended.`)
      setOpen(false)
    }
    suspending.mutate({ id: member.id, reason }, { onSuccess: done })
  }
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Suspend
      </Button>
      {open ? (
        <ReasonDialog
          title={`Suspend ${member.name}`}
          action="Suspend"
          label="Reason (shown to operators)"
          mutation={suspending}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>
            The member is signed out now, can't sign in, and is asked to contact support. Pending receipts stay in the
            queue.
          </p>
        </ReasonDialog>
      ) : null}
    </>
  )
}

function Reinstatement({ member }: Props) {
  const [open, setOpen] = useState(false)
  const reinstating = useCall(reinstate, ['/console/members'])
  const confirm = () => {
    const done = () => {
      showToast(`${member.name} can sign in again.`)
      setOpen(false)
    }
    reinstating.mutate({ id: member.id }, { onSuccess: done })
  }
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Reinstate
      </Button>
      {open ? (
        <ConfirmDialog
          title={`Reinstate ${member.name}`}
          action="Reinstate"
          look="primary"
          mutation={reinstating}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>The member can sign in again. No email is sent.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
