import { type CannedAnswer, change, create, remove, show } from '@stampus/contract/console/contact/cannedAnswers'
import { caseSubject } from '@stampus/contract/contact/cases'
import type { InputOf } from '@stampus/contract/endpoint'
import { CASE_MESSAGE_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { Controller } from 'react-hook-form'
import { useCall } from '../../shared/api/queries.ts'
import { RecordPage, type RecordPageFormProps } from '../../shared/components/RecordPage.tsx'
import { MalaySection } from '../../shared/forms/MalaySection.tsx'
import { RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { TextArea } from '../../shared/forms/TextArea.tsx'
import { subjectLabels } from './caseLabels.ts'

const invalidates = ['/console/canned-answers']

/** Adds a canned answer, or shows one to change or remove it. */
export default function CannedAnswerPage() {
  return (
    <RecordPage
      what="Canned answer"
      list={{ to: '/canned-answers', name: 'Canned answers' }}
      show={show}
      removal={{ call: remove, invalidates, consequence: 'Answers that were sent with it stay as they are.' }}
      Form={AnswerForm}
    />
  )
}

const fields = ['title', 'subject', 'text', 'text_ms'] as const
const malayPairs = [['text', 'text_ms']] as const
const subjects = [
  { value: '', name: 'Everything' },
  ...caseSubject.options.map((value) => ({ value, name: subjectLabels[value] })),
]

function AnswerForm({ opened, onSaved, onReload }: RecordPageFormProps<CannedAnswer>) {
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
