import { type CannedAnswer, list } from '@stampus/contract/console/contact/cannedAnswers'
import { buttonClass } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { type Column, DataTable, RowLink } from '../../shared/lists/DataTable.tsx'
import { ListBody } from '../../shared/lists/PagedTable.tsx'
import { subjectLabels } from './caseLabels.ts'

/** Texts that managers keep for their answers. */
export default function CannedAnswersPage() {
  const query = useQuery(q(list, {}))
  return (
    <Page
      title="Canned answers"
      back={<BackLink to="/cases">Cases</BackLink>}
      actions={
        <Link to="/canned-answers/new" className={buttonClass('primary')}>
          <Plus aria-hidden="true" className="size-4" />
          New answer
        </Link>
      }
    >
      <ListBody query={query} what="canned answers" none="No canned answers yet.">
        {({ data }) => <DataTable caption="Canned answers" columns={columns} rows={data} keyOf={({ id }) => id} />}
      </ListBody>
    </Page>
  )
}

const columns: Column<CannedAnswer>[] = [
  { name: 'Answer', cell: ({ id, title }) => <RowLink to={`/canned-answers/${id}`}>{title}</RowLink> },
  { name: 'About', cell: ({ subject }) => (subject ? subjectLabels[subject] : 'Everything') },
  { name: 'Text', cell: ({ text }) => <span className="line-clamp-2 text-small">{text}</span> },
  { name: 'Malay', cell: ({ text_ms }) => (text_ms ? 'Yes' : 'No') },
]
