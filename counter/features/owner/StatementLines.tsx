import { disputeLine, type StatementLine } from '@stampus/contract/counter/statements'
import { REASON_MAX } from '@stampus/contract/limits'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import { formatSen } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import * as words from '#statementWords'
import { cancel } from '#words'
import { call, fieldError, useWork } from '../../shared/api/api.ts'
import { ErrorNotice } from '../../shared/components/ErrorNotice.tsx'
import { localText } from '../../shared/localText.ts'
import { settings } from '../../shared/settings.ts'
import { formatDayAndTime } from '../../shared/times.ts'

type Props = { rows: StatementLine[]; mayDispute: boolean; onChanged: () => Promise<void> }

/** The lines of a statement. One that was issued may be disputed line by line. */
export function StatementLines({ rows, mayDispute, onChanged }: Props) {
  return (
    <ul className="grid gap-2">
      {rows.map((row, at) => (
        <Line key={row.id ?? `live ${at}`} row={row} mayDispute={mayDispute} onChanged={onChanged} />
      ))}
    </ul>
  )
}

/** How something was handed over, or what else a line with a reward is. Other lines have this as their title. */
export function howOf({ way, kind, title }: StatementLine): string {
  if (way === 'desk') return words.desk(settings.product_name)
  if (way) return words.ways[way]
  return title ? words.kinds[kind] : ''
}

function Line({ row, mayDispute, onChanged }: { row: StatementLine } & Omit<Props, 'rows'>) {
  const { id, kind, at, number, title, title_ms, amount_sen, reason, dispute } = row
  const name = localText(title ?? words.kinds[kind], title_ms)
  const how = howOf(row)
  return (
    <li className="grid gap-2 rounded-sheet border border-border-strong bg-sheet p-3">
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
        <span className="wrap-anywhere font-semibold">{name}</span>
        <span className="font-semibold tabular-nums">{formatSen(amount_sen, settings.currency)}</span>
        <span className="wrap-anywhere col-span-2 text-muted text-small">
          <time dateTime={at}>{formatDayAndTime(at)}</time>
          {number ? ` · ${readableNumber(number)}` : ''}
          {how ? ` · ${how}` : ''}
        </span>
      </div>
      {reason ? <p className="wrap-anywhere">{reason}</p> : null}
      {dispute ? <Dispute {...dispute} /> : null}
      {mayDispute && !dispute && id !== null ? <DisputeForm id={id} name={name} onChanged={onChanged} /> : null}
    </li>
  )
}

function Dispute({ reason, answer, adjusted_sen }: NonNullable<StatementLine['dispute']>) {
  return (
    <dl className="grid gap-2 border-border-strong border-l-4 pl-3">
      <div>
        <dt className="text-muted text-small">{words.yourWords}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{reason}</dd>
      </div>
      <div>
        <dt className="text-muted text-small">{words.answer}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{answer ?? words.noAnswer}</dd>
        {adjusted_sen !== 0 ? <dd>{words.adjusted(formatSen(adjusted_sen, settings.currency))}</dd> : null}
      </div>
    </dl>
  )
}

type FormProps = { id: number; name: string; onChanged: () => Promise<void> }

/** A button that opens the form to say what is wrong with a line. What was typed stays if it is refused. */
function DisputeForm({ id, name, onChanged }: FormProps) {
  const field = useId()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const sending = useWork(async () => {
    await call(disputeLine, { id, reason })
    await onChanged()
  })
  useEffect(() => {
    if (isOpen) box.current?.focus()
  }, [isOpen])
  if (!isOpen)
    return (
      <Button
        look="quiet"
        className="-mb-2 -ml-4 justify-self-start"
        aria-label={words.disputeOf(name)}
        onClick={() => setOpen(true)}
      >
        {words.dispute}
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void sending.run()
  }
  const error = fieldError(sending.error, 'reason')
  return (
    <form onSubmit={submit} noValidate aria-label={words.disputeOf(name)} className="grid gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={field} className="font-semibold">
          {words.disputeWords}
        </label>
        <textarea
          ref={box}
          id={field}
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${field}-error` : undefined}
          className="rounded-control border border-border-strong bg-sheet px-3 py-2 aria-invalid:border-rejected"
        />
        {error ? <FieldError id={`${field}-error`} text={error} /> : null}
      </div>
      <ErrorNotice error={sending.error} fields={['reason']} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={sending.isBusy}>
          {words.send}
        </Button>
        <Button look="secondary" onClick={() => setOpen(false)}>
          {cancel}
        </Button>
      </div>
    </form>
  )
}
