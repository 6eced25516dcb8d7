import { type UndeliveredMail, undeliveredMail } from '@stampus/contract/console/failedMail'
import { Empty } from '@stampus/ui/Empty'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { q } from '../../shared/api/queries.ts'
import { EmailText } from '../../shared/components/EmailText.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { useFilters } from '../../shared/filters.ts'
import { type Column, DataTable } from '../../shared/lists/DataTable.tsx'
import { ListBody } from '../../shared/lists/ListBody.tsx'
import { Pager } from '../../shared/lists/Pager.tsx'
import { RowLink } from '../../shared/lists/RowLink.tsx'
import { kindNames } from './kinds.ts'
import { Resending } from './Resending.tsx'

/** The mails that a mail server refused or that never reached it, and sending one once more. */
export default function UndeliveredPage() {
  const { given } = useFilters()
  const query = useQuery({ ...q(undeliveredMail, { page: given.page }), placeholderData: keepPreviousData })
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

const columns: Column<UndeliveredMail>[] = [
  { name: 'To', cell: (mail) => <Recipient {...mail} /> },
  { name: 'Mail', cell: ({ kind }) => kindNames[kind] },
  { name: 'Given up', cell: ({ failed_at }) => <When at={failed_at} /> },
  { name: 'Why', cell: (mail) => <HttpError {...mail} /> },
  { name: 'Once more', cell: (mail) => <Resending mail={mail} /> },
]

function Recipient({ name, email, member_id, operator_id }: UndeliveredMail) {
  return (
    <span className="grid md:min-w-48">
      <RowLink to={member_id === null ? `/operators/${operator_id}` : `/members/${member_id}`}>{name}</RowLink>
      <span className="wrap-anywhere text-small text-muted">
        <EmailText address={email} />
      </span>
    </span>
  )
}

function HttpError({ refusal, tries }: UndeliveredMail) {
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">{refusal}</span>
      <span className="text-small text-muted">{tries === 1 ? 'Tried once' : `Tried ${tries} times`}</span>
    </span>
  )
}
