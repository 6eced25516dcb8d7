import { type CaseObject, type CaseSubject, choices, objectKinds, open } from '@stampus/contract/contact/cases'
import { Button, buttonClass } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { FieldError } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as words from '#words'
import { q, useCall } from '../../shared/api/api.ts'
import type { CallError } from '../../shared/api/CallError.ts'
import { Link } from '../../shared/components/Link.tsx'
import {
  forgetMessageDraft,
  type MessageDraft,
  readMessageDraft,
  saveMessageDraft,
} from '../../shared/storage/messageDrafts.ts'
import { caseDraft, casePage, objectText, subjectNames } from './caseTexts.ts'
import { MessageField } from './MessageField.tsx'
import { useSending } from './useSending.ts'

const DRAFT = 'new'
const subjects = Object.keys(subjectNames) as CaseSubject[]

/** Opens a case: what it is about, and a message. A link may name what it is about. */
export function NewCaseForm() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const opening = useCall(open)
  const fields = { subject: useRef<HTMLSelectElement>(null), message: useRef<HTMLTextAreaElement>(null) }
  const object = useRef<HTMLSelectElement>(null)
  const title = useId()
  const form = useSending({
    name: DRAFT,
    first: { message: '', subject: params.get('subject') ?? '', object: params.get('object') ?? '' },
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
        onChange={(subject) => change({ subject, object: '' })}
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
        onChange={(message) => change({ message })}
        error={errors.message}
      />
      {form.failure ? (
        <Notice kind="error" role="alert">
          <p>{form.failureText}</p>
          <OpenCase failure={form.failure} message={draft.message} />
        </Notice>
      ) : null}
      <Button type="submit" isBusy={opening.loading} className="justify-self-start">
        {words.caseSend}
      </Button>
    </form>
  )
}

function toInput({ subject, object = '', message }: MessageDraft) {
  const [kind, id] = object.split('-')
  const about = object ? { object_kind: kind as CaseObject['kind'], object_id: id ?? '' } : {}
  return { subject: subject as CaseSubject, message, ...about }
}

/** After a conflict: the way to the case that is open already. It takes the text along. */
function OpenCase({ failure, message }: { failure: CallError; message: string }) {
  const { case_id: id } = (failure.body ?? {}) as { case_id?: unknown }
  if (failure.status !== 409 || typeof id !== 'number') return null
  const takeAlong = () => {
    const name = caseDraft(id)
    if (!readMessageDraft(name)?.message) saveMessageDraft(name, { message })
    forgetMessageDraft(DRAFT)
  }
  return (
    <Link to={casePage(id)} onClick={takeAlong} className={buttonClass('secondary', 'mt-3')}>
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
  if (isError)
    return (
      <Failure text={words.caseChoicesFailed} retry={words.retry} isBusy={isFetching} onRetry={() => void refetch()} />
    )
  const found = data?.data ?? []
  const [vouchers, others] = [found.filter(isVoucher), found.filter((one) => !isVoucher(one))]
  const isKnown = value === '' || found.some((one) => toValue(one) === value)
  return (
    <SelectField
      ref={ref}
      label={labels[subject]}
      value={isKnown ? value : ''}
      onChange={onChange}
      error={error}
      isBusy={isPending}
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
const toValue = ({ kind, id }: CaseObject) => `${kind}-${id}`
const toOption = (object: CaseObject) => (
  <option key={toValue(object)} value={toValue(object)}>
    {objectText(object)}
  </option>
)

type SelectFieldProps = {
  ref: Ref<HTMLSelectElement>
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  isBusy?: boolean
  children: ReactNode
}

function SelectField({ ref, label, value, onChange, error, isBusy = false, children }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <select
        ref={ref}
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-busy={isBusy || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="min-h-11 w-full text-ellipsis rounded-control border border-border-strong bg-sheet px-3 text-body text-ink focus:outline-3 focus:outline-blue focus:outline-offset-1 aria-invalid:border-rejected"
      >
        {children}
      </select>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}
