import { type CannedAnswer, change, create, remove, show } from '@stampus/contract/console/contact/cannedAnswers'
import { caseSubject } from '@stampus/contract/contact/cases'
import type { InputOf } from '@stampus/contract/endpoint'
import { CASE_MESSAGE_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { q, useCall } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { RemoveButton } from '../../shared/dialogs/RemoveButton.tsx'
import { MalaySection } from '../../shared/forms/MalaySection.tsx'
import { RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { TextArea } from '../../shared/forms/TextArea.tsx'
import { showToast } from '../../shared/toasts.ts'
import { subjectLabels } from './caseLabels.ts'

const LIST = { to: '/canned-answers', name: 'Canned answers' }

/** Adds a canned answer, or shows one to change or remove it. */
export default function CannedAnswerPage() {
  const { id } = useParams()
  if (id === undefined) return <NewAnswer />
  return (
    <RecordLoader key={id} query={q(show, { id })} what="Canned answer" list={LIST}>
      {(opened, reload) => <OpenAnswer opened={opened} onReload={reload} />}
    </RecordLoader>
  )
}

function OpenAnswer({ opened, onReload }: { opened: CannedAnswer; onReload: () => void }) {
  const [shown, setShown] = useState(opened)
  return (
    <Page
      title={shown.title}
      back={<BackLink to={LIST.to}>{LIST.name}</BackLink>}
      actions={<RemoveAction shown={shown} />}
    >
      <AnswerFields
        opened={opened}
        onReload={onReload}
        onSaved={(saved) => {
          setShown(saved)
          showToast(`${saved.title} saved.`)
        }}
      />
    </Page>
  )
}

function RemoveAction({ shown }: { shown: CannedAnswer }) {
  const removing = useCall(remove, ['/console/canned-answers'])
  return (
    <RemoveButton
      record={shown}
      list={LIST.to}
      consequence="Answers that were sent with it stay as they are."
      removing={removing}
    />
  )
}

function NewAnswer() {
  const navigate = useNavigate()
  return (
    <Page title="New canned answer" back={<BackLink to={LIST.to}>{LIST.name}</BackLink>}>
      <AnswerFields
        onSaved={({ id, title }) => {
          showToast(`${title} added.`)
          navigate(`${LIST.to}/${id}`, { replace: true })
        }}
      />
    </Page>
  )
}

type AnswerFieldsProps = {
  /** The answer as it was loaded; absent for a new one. */
  opened?: CannedAnswer
  onSaved: (saved: CannedAnswer) => void
  onReload?: () => void
}

const invalidates = ['/console/canned-answers']
const fields = ['title', 'subject', 'text', 'text_ms'] as const
const malayPairs = [['text', 'text_ms']] as const
const subjects = [
  { value: '', name: 'Everything' },
  ...caseSubject.options.map((value) => ({ value, name: subjectLabels[value] })),
]

function AnswerFields({ opened, onSaved, onReload }: AnswerFieldsProps) {
  const adding = useCall(create, invalidates)
  const changing = useCall(change, invalidates)
  const saving = useRecordForm({
    opened,
    toFormValues,
    fields,
    adding,
    changing,
    toCreateInput,
    toChangeInput: (values: Values, { id, version }: CannedAnswer) => ({ ...toCreateInput(values), id, version }),
    onSaved,
  })
  const { register, control, formState } = saving.form
  const { errors } = formState
  return (
    <RecordForm {...saving} onReload={onReload} action={saving.record ? 'Save' : 'Add answer'}>
      <Field
        label="Title"
        hint="Only operators see it."
        maxLength={TITLE_MAX}
        error={errors.title?.message}
        {...register('title')}
      />
      <Select label="For cases about" options={subjects} error={errors.subject?.message} {...register('subject')} />
      <Controller
        control={control}
        name="text"
        render={({ field: { value, onChange } }) => (
          <TextArea
            label="Text"
            value={value}
            onChange={onChange}
            max={CASE_MESSAGE_MAX}
            rows={6}
            error={errors.text?.message}
          />
        )}
      />
      <MalaySection form={saving.form} pairs={malayPairs}>
        <Controller
          control={control}
          name="text_ms"
          render={({ field: { value, onChange } }) => (
            <TextArea
              label="Text in Malay"
              lang="ms"
              value={value}
              onChange={onChange}
              max={CASE_MESSAGE_MAX}
              rows={6}
              error={errors.text_ms?.message}
            />
          )}
        />
      </MalaySection>
    </RecordForm>
  )
}

type Values = Record<(typeof fields)[number], string>

function toFormValues(opened: CannedAnswer | undefined): Values {
  const { title = '', subject, text = '', text_ms } = opened ?? {}
  return { title, subject: subject ?? '', text, text_ms: text_ms ?? '' }
}

function toCreateInput(values: Values): InputOf<typeof create> {
  return values
}
