import { disputeLine, type StatementLine } from '@stampus/contract/counter/statements'
import { REASON_MAX } from '@stampus/contract/limits'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { Button } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { fieldError } from '@stampus/ui/fieldErrors'
import { CancelButton, Form } from '@stampus/ui/forms/Form'
import { TextArea } from '@stampus/ui/forms/TextArea'
import { useEffect, useRef, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#statementWords'
import { cancel } from '#words'
import { call } from '../../shared/api/api.ts'
import { formatDayAndTime } from '../../shared/times.ts'
import { howOf, money, titleOf } from './statementTexts.ts'

type Props = { rows: StatementLine[]; mayDispute: boolean; onChanged: () => Promise<void> }

export function StatementLines({ rows, mayDispute, onChanged }: Props) {
  return (
    <ul className="grid gap-2">
      {rows.map((row, at) => (
        <Line key={row.id ?? `live ${at}`} row={row} mayDispute={mayDispute} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function Line({ row, mayDispute, onChanged }: { row: StatementLine } & Omit<Props, 'rows'>) {
  const { id, at, number, amount_sen, reason, dispute } = row
  const details = [number && readableNumber(number), howOf(row)].filter(Boolean)
  return (
    <li className="grid gap-2 rounded-sheet border border-border-strong bg-sheet p-3">
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
        <span className="wrap-anywhere font-semibold">{titleOf(row)}</span>
        <span className="font-semibold tabular-nums">{money(amount_sen)}</span>
        <span className="wrap-anywhere col-span-2 text-muted text-small">
          <time dateTime={at}>{formatDayAndTime(at)}</time>
          {details.map((detail) => ` · ${detail}`).join('')}
        </span>
      </div>
      {reason ? <p className="wrap-anywhere">{reason}</p> : null}
      {dispute ? <Dispute {...dispute} /> : null}
      {mayDispute && !dispute && id !== null ? <DisputeForm id={id} name={titleOf(row)} onChanged={onChanged} /> : null}
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
        {adjusted_sen !== 0 ? <dd>{sentences.adjusted(money(adjusted_sen))}</dd> : null}
      </div>
    </dl>
  )
}

function DisputeForm({ id, name, onChanged }: { id: number; name: string; onChanged: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const sending = useWork(async () => {
    await call(disputeLine, { id, reason })
    await onChanged()
  })
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (!isOpen)
    return (
      <Button
        look="quiet"
        className="-mb-2 -ml-4 justify-self-start"
        aria-label={sentences.disputeOf(name)}
        onClick={() => setOpen(true)}
      >
        {words.dispute}
      </Button>
    )
  return (
    <Form
      work={sending}
      fields={['reason']}
      action={words.send}
      label={sentences.disputeOf(name)}
      more={<CancelButton text={cancel} onClick={() => setOpen(false)} />}
    >
      <TextArea
        ref={field}
        label={words.disputeWords}
        value={reason}
        onChange={setReason}
        max={REASON_MAX}
        rows={3}
        error={fieldError(sending.error, 'reason')}
      />
    </Form>
  )
}
