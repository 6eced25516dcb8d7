import { resendMail, type UndeliveredMail } from '@stampus/contract/console/failedMail'
import { Button } from '@stampus/ui/Button'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { say } from '../../shared/toasts.ts'
import { kindNames } from './kinds.ts'

/** Sends a mail once more that did not arrive. */
export function Resending({ mail }: { mail: UndeliveredMail }) {
  const [open, setOpen] = useState(false)
  const resending = useCall(resendMail, ['/console/undelivered-mail'])
  const confirm = () => {
    const done = ({ message }: { message: string }) => {
      say(message)
      setOpen(false)
    }
    resending.mutate({ id: mail.id }, { onSuccess: done })
  }
  return (
    <>
      <Button look="secondary" aria-label={`Resend to ${mail.name}`} onClick={() => setOpen(true)}>
        Resend
      </Button>
      {open ? (
        <ConfirmDialog
          title={`Resend to ${mail.name}`}
          action="Resend"
          look="primary"
          mutation={resending}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>{kindNames[mail.kind]}: it is made anew, and a link in it is a new one.</p>
          <p className="wrap-anywhere font-semibold">{mail.email}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
