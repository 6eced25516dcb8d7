import { type CaseObject, type CaseSubject, choices, objectKinds, open } from '@stampus/contract/contact/cases'
import { CASE_MESSAGE_MAX } from '@stampus/contract/limits'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { SelectField } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import * as words from '#words'
import { q, useCall } from '../../shared/api/api.ts'
import type { CallError } from '../../shared/api/CallError.ts'
import { Link } from '../../shared/components/Link.tsx'
import { MessageField } from '../../shared/components/MessageField.tsx'
import type { MessageDraft } from '../../shared/storage/messageDrafts.ts'
import { caseDraft, moveDraft, NEW_DRAFT } from './caseDrafts.ts'
import { casePage, objectText, objectValue, subjectNames } from './caseTexts.ts'
import { useSending } from './useSending.ts'

const subjects = Object.keys(subjectNames) as CaseSubject[]

/** Opens a case: what it is about, and a message. */
export function NewCaseForm() {
  const navigate = useNavigate()
  const opening = useCall(open)
  const fields = { subject: useRef<HTMLSelectElement>(null), message: useRef<HTMLTextAreaElement>(null) }
  const object = useRef<HTMLSelectElement>(null)
  const title = useId()
  const form = useSending({
    name: NEW_DRAFT,
    first: { message: '', subject: '', object: '' },
    check: (draft) => open.input.safeParse(toInput(draft)),
    sendTo: (draft, idempotencyKey) => opening.run(toInput(draft), { idempotencyKey }),
    onSent: ({ id }) => navigate(casePage(id)),
    onInvalid: ([first]) => {
      if (first === 'subject') fields.subject.current?.focus()
      else if (first === 'object_id') object.current?.focus()
      else fields.message.current?.focus()
    },
  })
  const { draft, change, errors } = form
  const subject = subjects.find((known) => known === draft.subject)
  return (
    <form
      onSubmit={form.send}
      noValidate
      aria-labelledby={title}
      className="grid gap-4 rounded-sheet bg-sheet p-5 shadow-sheet"
    >
      <h2 id={title} className="font-semibold text-lead">
        {words.caseNew}
      </h2>
      <SelectField
        ref={fields.subject}
        label={words.caseSubjectLabel}
        value={subject ?? ''}
        onChange={({ target }) => change({ subject: target.value, object: '' })}
        error={errors.subject}
      >
        <option value="">{words.caseChoose}</option>
        {subjects.map((one) => (
          <option key={one} value={one}>
            {subjectNames[one]}
          </option>
        ))}
      </SelectField>
      {subject && objectKinds[subject].length > 0 ? (
        <ObjectField
          key={subject}
          ref={object}
          subject={subject}
          value={draft.object ?? ''}
          onChange={(object) => change({ object })}
          error={errors.object_id}
        />
      ) : null}
      <MessageField
        ref={fields.message}
        label={words.caseMessageLabel}
        value={draft.message}
        max={CASE_MESSAGE_MAX}
        isReadOnly={opening.loading}
        onChange={(message) => change({ message })}
        error={errors.message}
      />
      {form.failure ? (
        <Notice kind="error" role="alert">
          <p>{form.failureText}</p>
          <OpenCase failure={form.failure} />
        </Notice>
      ) : null}
      <Button type="submit" isBusy={opening.loading} className="justify-self-start">
        {words.caseSend}
      </Button>
    </form>
  )
}

function toInput({ subject, object = '', message }: MessageDraft) {
  const [first, id = ''] = object.split('-')
  // An address can name anything; a subject without a list shows none.
  const kind = subject && objectKinds[subject as CaseSubject]?.find((one) => one === first)
  return { subject: subject as CaseSubject, message, ...(kind && { object_kind: kind, object_id: id }) }
}

/** After a conflict: the way to the case that is open already. It takes the text along. */
function OpenCase({ failure }: { failure: CallError }) {
  const { case_id: id } = (failure.body ?? {}) as { case_id?: unknown }
  if (failure.status !== 409 || typeof id !== 'number') return null
  return (
    <Link
      to={casePage(id)}
      onClick={() => moveDraft(NEW_DRAFT, caseDraft(id))}
      className={buttonClass('secondary', 'mt-3')}
    >
      {words.caseContinue}
    </Link>
  )
}

type ObjectFieldProps = {
  ref: Ref<HTMLSelectElement>
  subject: CaseSubject
  value: string
  onChange: (object: string) => void
  error: string | undefined
}

/** What exactly a case is about, if anything. */
function ObjectField({ ref, subject, value, onChange, error }: ObjectFieldProps) {
  const { data, isPending, isFetching, isError, refetch } = useQuery(q(choices, { subject }))
  const found = data?.data ?? []
  const isKnown = value === '' || found.some((one) => objectValue(one) === value)
  // What a stored draft names may be gone. It must not be sent while the select shows nothing.
  useEffect(() => {
    if (data && !isFetching && !isKnown) onChange('')
  })
  if (isError && !data)
    return (
      <Failure text={words.caseChoicesFailed} retry={words.retry} isBusy={isFetching} onRetry={() => void refetch()} />
    )
  const [vouchers, others] = [found.filter(isVoucher), found.filter((one) => !isVoucher(one))]
  return (
    <SelectField
      ref={ref}
      label={labels[subject]}
      value={isKnown ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      error={error}
      aria-busy={isPending}
      className="min-w-0"
    >
      <option value="">{isPending ? words.loading : words.caseNothingParticular}</option>
      {vouchers.length > 0 ? <optgroup label={words.caseMyVouchers}>{vouchers.map(toOption)}</optgroup> : null}
      {vouchers.length > 0 && others.length > 0 ? (
        <optgroup label={words.rewardsTitle}>{others.map(toOption)}</optgroup>
      ) : (
        others.map(toOption)
      )}
    </SelectField>
  )
}

const labels: Record<CaseSubject, string> = {
  receipt: words.caseWhichReceipt,
  reward: words.caseWhichReward,
  shop: words.caseWhichShop,
  account: '',
  data: '',
}

const isVoucher = ({ kind }: CaseObject) => kind === 'voucher'
const toOption = (object: CaseObject) => (
  <option key={objectValue(object)} value={objectValue(object)}>
    {objectText(object)}
  </option>
)
