import { type FailedMail, failedMails, type MailKind, resendMail } from '@stampus/contract/console/failedMail'
import { EmailText } from '@stampus/ui/EmailText'
import { Empty } from '@stampus/ui/Empty'
import { MailCheck } from 'lucide-react'
import { When } from '../../shared/components/When.tsx'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import mailLabels from './mailLabels.json'

export function FailedMailPage() {
  const none = <Empty icon={MailCheck} text="No failed emails" />
  return <ListPage title="Failed emails" what="emails" call={failedMails} columns={columns} none={none} />
}

const mailNames: Record<MailKind, string> = mailLabels

const columns: Column<FailedMail>[] = [
  { name: 'To', cell: (mail) => <Recipient {...mail} /> },
  { name: 'Email', cell: ({ kind }) => mailNames[kind] },
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

function ResendButton({ mail: { id, name, kind, email } }: { mail: FailedMail }) {
  return (
    <ActionButton
      text="Resend"
      label={`Resend to ${name}`}
      title={`Resend to ${name}`}
      call={resendMail}
      input={() => ({ id })}
      invalidates={['/console/undelivered-mail']}
    >
      <p>We'll send the email “{mailNames[kind]}” again. Any link in it will be new.</p>
      <p className="wrap-anywhere font-semibold">{email}</p>
    </ActionButton>
  )
}
