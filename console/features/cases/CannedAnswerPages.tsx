import { type CannedAnswer, change, create, list, remove, show } from '@stampus/contract/console/contact/cannedAnswers'
import type { InputOf } from '@stampus/contract/endpoint'
import { CASE_MESSAGE_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { BackLink } from '../../shared/components/Page.tsx'
import { RecordPage } from '../../shared/components/RecordPage.tsx'
import type { FieldsOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'
import { recordForm } from '../../shared/forms/RecordForm.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { subjectLabels, subjectOptions } from './caseLabels.tsx'

const columns: Column<CannedAnswer>[] = [
  { name: 'Answer', cell: ({ id, title }) => <RowLink to={`/canned-answers/${id}`}>{title}</RowLink> },
  { name: 'About', cell: ({ subject }) => (subject ? subjectLabels[subject] : 'Everything') },
  { name: 'Text', cell: ({ text }) => <span className="line-clamp-2 text-small">{text}</span> },
  { name: 'Malay', cell: ({ text_ms }) => (text_ms ? 'Yes' : 'No') },
]

export function CannedAnswersPage() {
  return (
    <ListPage
      title="Canned answers"
      call={list}
      columns={columns}
      back={<BackLink to="/cases">Cases</BackLink>}
      add={{ to: '/canned-answers/new', text: 'New answer' }}
      none="No canned answers yet."
      hasPages={false}
    />
  )
}

const invalidates = ['/console/canned-answers']
const removal = { call: remove, invalidates, consequence: 'Answers that were sent with it stay as they are.' }

export function CannedAnswerPage() {
  const parent = { to: '/canned-answers', name: 'Canned answers' }
  return <RecordPage what="Canned answer" list={parent} show={show} removal={removal} Form={AnswerForm} />
}

const fields = {
  title: field.line('Title', TITLE_MAX, { hint: 'Only operators see it.' }),
  subject: field.choice('For cases about', subjectOptions, ''),
  text: field.paragraphs('Text', CASE_MESSAGE_MAX, 6),
  text_ms: field.paragraphs('Text in Malay', CASE_MESSAGE_MAX, 6),
} satisfies FieldsOf<CannedAnswer, InputOf<typeof create>>

const AnswerForm = recordForm({ fields, create, change, invalidates, add: 'Add answer' })
