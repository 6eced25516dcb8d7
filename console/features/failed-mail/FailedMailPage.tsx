import { type FailedMail, failedMails, type MailKind, resendMail } from '@stampus/contract/console/failedMail'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { q, useCall } from '../../shared/api/queries.ts'
import { EmailText } from '../../shared/components/EmailText.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { type Column, DataTable, RowLink } from '../../shared/lists/DataTable.tsx'
import { ListBody } from '../../shared/lists/PagedTable.tsx'
import { Pager } from '../../shared/lists/Pager.tsx'
import { useFilters } from '../../shared/lists/useFilters.tsx'
import { showToast } from '../../shared/toasts.ts'

/** Mails that a mail server rejected or that never reached one, with a button to resend them. */
export default function FailedMailPage() {
  const { values } = useFilters()
  const query = useQuery({ ...q(failedMails, { page: values.page }), placeholderData: keepPreviousData })
  return (
    <Page title="Undelivered mail">
      <ListBody query={query} what="mails" none={<Empty icon={MailCheck} text="All mail has been delivered." />}>
        {(list) => (
          <>
            <DataTable caption="Mails that did not arrive" columns={columns} rows={list.data} keyOf={({ id }) => id} />
            <Pager list={list} />
          </>
        )}
      </ListBody>
    </Page>
  )
}

const columns: Column<FailedMail>[] = [
  { name: 'To', cell: (mail) => <Recipient {...mail} /> },
  { name: 'Mail', cell: ({ kind }) => mailLabels[kind] },
  { name: 'Given up', cell: ({ failed_at }) => <When at={failed_at} /> },
  { name: 'Why', cell: (mail) => <FailureReason {...mail} /> },
  { name: 'Once more', cell: (mail) => <ResendButton mail={mail} /> },
]

function Recipient({ name, email, member_id, operator_id }: FailedMail) {
  return (
    <span className="grid md:min-w-48">
      <RowLink to={member_id === null ? `/operators/${operator_id}` : `/members/${member_id}`}>{name}</RowLink>
      <span className="wrap-anywhere text-small text-muted">
        <EmailText address={email} />
      </span>
    </span>
  )
}

function FailureReason({ refusal, tries }: FailedMail) {
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">{refusal}</span>
      <span className="text-small text-muted">{tries === 1 ? 'Tried once' : `Tried ${tries} times`}</span>
    </span>
  )
}

/** Resends a failed mail. */
function ResendButton({ mail }: { mail: FailedMail }) {
  const [open, setOpen] = useState(false)
  const resending = useCall(resendMail, ['/console/undelivered-mail'])
  const confirm = () => {
    const done = ({ message }: { message: string }) => {
      showToast(message)
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
          <p>{mailLabels[mail.kind]}: it is made anew, and a link in it is a new one.</p>
          <p className="wrap-anywhere font-semibold">{mail.email}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const mailLabels: Record<MailKind, string> = {
  verification: 'Verification link',
  'email-change': 'Link to a new address',
  'email-change-notice': 'Notice of a new address',
  'password-reset': 'Link to a new password',
  unlock: 'Link that unlocks a browser',
  decision: 'Decision on a receipt',
  'appeal-answer': 'Answer to an appeal',
  reversal: 'Reversal of a decision',
  'stamp-correction': 'Correction of stamps',
  'operator-link': 'Link to a console password',
  'second-factor-reset': 'Reset of the second factor',
}
