import { type FailedMail, failedMails, type MailKind, resendMail } from '@stampus/contract/console/failedMail'
import { Button } from '@stampus/ui/Button'
import { EmailText } from '@stampus/ui/EmailText'
import { Empty } from '@stampus/ui/Empty'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { q, useCall } from '../../shared/api/queries.ts'
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
    <Page title="Failed emails">
      <ListBody query={query} what="emails" none={<Empty icon={MailCheck} text="No failed emails" />}>
        {(list) => (
          <>
            <DataTable caption="Failed emails" columns={columns} rows={list.data} keyOf={({ id }) => id} />
            <Pager list={list} />
          </>
        )}
      </ListBody>
    </Page>
  )
}

const columns: Column<FailedMail>[] = [
  { name: 'To', cell: (mail) => <Recipient {...mail} /> },
  { name: 'Email', cell: ({ kind }) => mailLabels[kind] },
  { name: 'Failed', cell: ({ failed_at }) => <When at={failed_at} /> },
  { name: 'Error', cell: (mail) => <FailureReason {...mail} /> },
  { name: 'Action', cell: (mail) => <ResendButton mail={mail} /> },
]

function Recipient({ name, email, member_id, operator_id, owner_id }: FailedMail) {
  const ofOthers = owner_id === null ? `/operators/${operator_id}` : `/owners/${owner_id}`
  return (
    <span className="grid md:min-w-48">
      <RowLink to={member_id === null ? ofOthers : `/members/${member_id}`}>{name}</RowLink>
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
          <p>We'll send the email “{mailLabels[mail.kind]}” again. Any link in it will be new.</p>
          <p className="wrap-anywhere font-semibold">{mail.email}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const mailLabels: Record<MailKind, string> = {
  verification: 'Verification link',
  'email-change': 'Email change link',
  'email-change-notice': 'Email change notice',
  'password-reset': 'Password reset link',
  unlock: 'Browser unlock link',
  decision: 'Receipt decision',
  'appeal-answer': 'Appeal answer',
  reversal: 'Decision reversal',
  'stamp-correction': 'Stamp adjustment',
  'voucher-ended': 'Voucher taken back',
  'voucher-reminder': 'Voucher expires soon',
  'case-answer': 'Answer to a member',
  'operator-link': 'Console password link',
  'operator-unlock': 'Console unlock link',
  'owner-link': 'Password link for an owner',
  'owner-unlock': 'Unlock link for an owner',
  'owner-second-factor-reset': 'Second factor of an owner removed',
  'owner-added': 'New owner of a merchant',
  'statement-issued': 'Statement of a merchant',
  'dispute-answered': 'Answer to a disputed line',
  'second-factor-reset': 'Second factor reset',
}
