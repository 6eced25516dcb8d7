import { type CaseObject, type CaseSubject, choices, objectKinds, open } from '@stampus/contract/contact/cases'
import { CASE_MESSAGE_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { SelectField } from '@stampus/ui/forms/SelectField'
import { Notice } from '@stampus/ui/Notice'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as words from '#words'
import { q, useCall } from '../../shared/api/api.ts'
import type { CallError } from '../../shared/api/CallError.ts'
import { useConnection } from '../../shared/api/connection.ts'
import { type AskedObject, objectValue, subjects } from '../../shared/caseObjects.ts'
import { ButtonLink } from '../../shared/components/Link.tsx'
import { MessageField } from '../../shared/forms/MessageField.tsx'
import { useSending } from '../../shared/forms/useSending.ts'
import type { MessageDraft } from '../../shared/storage/messageDrafts.ts'
import { caseDraft, keepSent, moveDraft, NEW_DRAFT, readAsked, readChoice } from './caseDrafts.ts'
import { casePage, objectText, subjectNames } from './caseTexts.tsx'

export function NewCaseForm() {
  const { key, search, state } = useLocation()
  const asked = readAsked(search)
  const visit = asked && key + search
  const known = (state as { asked?: AskedObject } | null)?.asked
  return (
    <CaseForm
      key={visit}
      first={{ message: '', subject: '', object: '', ...asked, visit }}
      known={known && objectValue(known) === asked?.object ? known : undefined}
    />
  )
}

type FormProps = {
  first: MessageDraft
  known: AskedObject | undefined
}

function CaseForm({ first, known }: FormProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const opening = useCall(open)
  const fields = { subject: useRef<HTMLSelectElement>(null), message: useRef<HTMLTextAreaElement>(null) }
  const object = useRef<HTMLSelectElement>(null)
  const title = useId()
  const form = useSending({
    name: NEW_DRAFT,
    first,
    check: (draft) => open.input.safeParse(toInput(draft)),
    sendTo: (draft, idempotencyKey) => opening.run(toInput(draft), { idempotencyKey }),
    onSent: (sent) => {
      keepSent(queries, sent)
      navigate(casePage(sent.id))
    },
    onInvalid: ([first]) => {
      if (first === 'subject') fields.subject.current?.focus()
      else if (first === 'object_id') object.current?.focus()
      else fields.message.current?.focus()
    },
  })
  const { draft, change, errors } = form
  const isOffline = useConnection((connection) => connection.isOffline)
  const subject = subjects.find((one) => one === draft.subject)
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
          known={known}
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
      <div role="status" className="empty:hidden">
        {isOffline && !form.failure ? <Notice kind="info">{words.caseOffline}</Notice> : null}
      </div>
      <Button type="submit" isBusy={opening.loading} className="justify-self-start">
        {words.caseSend}
      </Button>
    </form>
  )
}

function toInput({ subject: chosen, object = '', message }: MessageDraft) {
  const subject = chosen as CaseSubject
  const choice = subject && readChoice(subject, object)
  return { subject, message, ...(choice && { object_kind: choice.kind, object_id: choice.id }) }
}

/** After a conflict: the way to the case that is open already. It takes the text along. */
function OpenCase({ failure }: { failure: CallError }) {
  const { case_id: id } = (failure.body ?? {}) as { case_id?: unknown }
  if (failure.status !== 409 || typeof id !== 'number') return null
  return (
    <ButtonLink
      to={casePage(id)}
      onClick={() => moveDraft(NEW_DRAFT, caseDraft(id))}
      look="secondary"
      label={words.caseContinue}
      className="mt-3"
    />
  )
}

type ObjectFieldProps = {
  ref: Ref<HTMLSelectElement>
  subject: CaseSubject
  known: AskedObject | undefined
  value: string
  onChange: (object: string) => void
  error: string | undefined
}

/** What exactly a case is about, if anything. Without the choices, what was chosen before can be sent or removed. */
function ObjectField({ ref, subject, known, value, onChange, error }: ObjectFieldProps) {
  const query = useQuery(q(choices, { subject }))
  const { data, isPending, isFetching } = query
  const found = data?.data ?? []
  const isListed = found.some((one) => objectValue(one) === value)
  // The choices leave out old receipts and closed shops.
  const unlisted = !isListed && known && objectValue(known) === value ? known : undefined
  const isGone = value !== '' && !isListed && !unlisted && data !== undefined && !isFetching
  const hasFailed = !data && query.errorUpdateCount > 0
  // What a stored draft or an address names may be gone. It must not be sent while the select shows nothing.
  useEffect(() => {
    if (isGone) onChange('')
  })
  const [vouchers, others] = [found.filter(isVoucher), found.filter((one) => !isVoucher(one))]
  return (
    <div className="grid min-w-0 gap-3">
      <SelectField
        ref={ref}
        label={labels[subject]}
        value={isGone ? '' : value}
        onChange={({ target }) => onChange(target.value)}
        error={error}
        aria-busy={isFetching}
      >
        <option value="">
          {isPending && !hasFailed && value === '' ? words.loading : words.caseNothingParticular}
        </option>
        {value === '' || isListed || isGone ? null : (
          <option value={value}>{unlisted ? objectText(unlisted) : words.caseChosen}</option>
        )}
        {vouchers.length > 0 ? <optgroup label={words.caseMyVouchers}>{vouchers.map(toOption)}</optgroup> : null}
        {vouchers.length > 0 && others.length > 0 ? (
          <optgroup label={words.rewardsTitle}>{others.map(toOption)}</optgroup>
        ) : (
          others.map(toOption)
        )}
      </SelectField>
      {hasFailed ? (
        <Failure
          text={words.caseChoicesFailed}
          retry={words.retry}
          isBusy={isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
    </div>
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
