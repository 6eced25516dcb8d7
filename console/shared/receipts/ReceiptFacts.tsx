import type { OcrState } from '@stampus/contract/console/comparedFacts'
import type { ReviewItem } from '@stampus/contract/console/review'
import { merchantChoices } from '@stampus/contract/console/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ScanText } from 'lucide-react'
import type { ReactNode } from 'react'
import { q } from '../api/queries.ts'
import { readableDay } from '../dates.ts'
import { notTyped } from '../labels/labels.ts'
import { settings } from '../settings.ts'
import {
  type Corrections,
  compareFact,
  type FactName,
  type FactValues,
  isTooOld,
  type OcrFact,
  typedFacts,
} from './facts.ts'

type Props = {
  item: ReviewItem
  corrections?: Corrections | undefined
  /** Uses the OCR value as the correction. */
  onTake?: ((name: FactName, value: string) => void) | undefined
  /** Shown beside the state of OCR. */
  children?: ReactNode
}

/** The typed facts, each with a reviewer's correction and the OCR value. */
export function ReceiptFacts({ item, corrections = {}, onTake, children }: Props) {
  const { purchase_amount: amount, purchase_date: date, invoice_number: invoice, merchant_id: merchant } = corrections
  const beside = (name: FactName, format?: (read: string) => string) =>
    item.early_reading ? (
      <EarlyValue item={item} name={name} format={format} />
    ) : (
      <OcrComparison
        fact={compareFact(item, { ...typedFacts(item), ...asFields(corrections) }, name)}
        missing={name === 'purchase_amount' ? "Couldn't read the total" : undefined}
        format={format}
        remark={name === 'purchase_date' ? (read) => ageRemark(item, read) : undefined}
        time={(name === 'purchase_date' && item.reading?.purchase_date.time) || undefined}
        onTake={onTake && ((value) => onTake(name, value))}
      />
    )
  return (
    <div className="rounded-sheet border border-line bg-sheet px-4 py-2.5 shadow-sheet">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-muted">Receipt {item.id}</p>
        <div className="flex flex-wrap items-center justify-end gap-x-3">
          <OcrStateNote state={item.reading_state} />
          {children}
        </div>
      </div>
      <dl>
        <Line
          name="Amount"
          isLarge
          typed={amount !== undefined && money(item.purchase_amount)}
          beside={beside('purchase_amount', money)}
        >
          {money(String(amount ?? item.purchase_amount))}
        </Line>
        <Line
          name="Merchant"
          note={merchant ? undefined : `${item.merchant.category} · ${item.merchant.address}`}
          typed={merchant !== undefined && item.merchant.name}
          beside={beside('merchant_id')}
        >
          {merchant ? <MerchantName id={Number(merchant)} /> : item.merchant.name}
        </Line>
        <Line
          name="Date"
          typed={date !== undefined && readableDay(item.purchase_date)}
          beside={beside('purchase_date', readableDay)}
        >
          {readableDay(String(date ?? item.purchase_date))}
        </Line>
        <Line name="Invoice" typed={invoice !== undefined && item.invoice_no} beside={beside('invoice_number')}>
          {invoice ?? item.invoice_no}
        </Line>
      </dl>
    </div>
  )
}

type LineProps = {
  name: string
  isLarge?: boolean
  note?: string | undefined
  /** The typed value, if it was corrected. */
  typed: string | false
  beside: ReactNode
  children: ReactNode
}

/** One fact in a line, with its OCR value at the end. */
function Line({ name, isLarge = false, note, typed, beside, children }: LineProps) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-2 border-line border-t py-1 first:border-t-0">
      <dt className="text-small text-muted">
        {name}
        {typed ? <span className="sr-only"> (corrected)</span> : null}
      </dt>
      <dd className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
        <span
          className={`wrap-anywhere font-semibold tabular-nums ${isLarge ? 'text-title' : ''} ${typed ? 'text-blue' : ''}`}
        >
          {typed ? <del className="mr-2 inline-block font-normal text-body text-muted">{typed}</del> : null}
          {typed ? <ins className="inline-block no-underline">{children}</ins> : children}
        </span>
        {beside}
      </dd>
      {note ? (
        <dd className="col-start-2 truncate text-small text-muted" title={note}>
          {note}
        </dd>
      ) : null}
    </div>
  )
}

function MerchantName({ id }: { id: number }) {
  const { data } = useQuery(q(merchantChoices, { id }))
  return data?.data[0]?.name ?? `Merchant ${id}`
}

/** A remark if the OCR date is too old. */
function ageRemark(item: ReviewItem, read: string): string | undefined {
  return isTooOld(item, read) ? `More than ${settings.max_receipt_age_days} days before it was sent` : undefined
}

function asFields(corrections: Corrections): Partial<FactValues> {
  return Object.fromEntries(Object.entries(corrections).map(([name, value]) => [name, String(value)]))
}

const money = (amount: string) => formatAmount(amount, settings.currency)

type OcrComparisonProps = {
  /** The OCR value; undefined without an OCR result. */
  fact: OcrFact | undefined
  /** The text if OCR did not find the fact. */
  missing?: string | undefined
  /** Formats the OCR value. */
  format?: ((read: string) => string) | undefined
  /** A remark on an OCR value that differs. */
  remark?: ((read: string) => string | undefined) | undefined
  /** The time of day on the picture. */
  time?: string | undefined
  /** Uses the value as the correction. */
  onTake?: ((value: string) => void) | undefined
}

/** Whether the OCR value matches the typed one, and otherwise the OCR value, which may be misread. */
function OcrComparison({ fact, missing = notFound, format = (read) => read, ...rest }: OcrComparisonProps) {
  const { remark, time, onTake } = rest
  if (!fact) return null
  const { verdict, read, value } = fact
  const at = time ? `, ${time}` : ''
  if (verdict === 'fits')
    return (
      <span className={`${lineClass} text-approved`}>
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 self-center" />
        Matches the receipt{at}
      </span>
    )
  if (verdict === 'filled_in')
    return (
      <span className={`${lineClass} text-muted`}>
        <ScanText aria-hidden="true" className="size-4 shrink-0 self-center" />
        {notTyped}
        {at}
      </span>
    )
  if (verdict === 'not_found' || read === null) return <span className={`${lineClass} text-muted`}>{missing}</span>
  return (
    <span className={`${lineClass} font-semibold text-pending`}>
      <ScanText aria-hidden="true" className="size-4 shrink-0 self-center" />
      <span className="wrap-anywhere">
        Receipt: {format(read)}
        {at}
      </span>
      {onTake && value !== null ? (
        <button
          type="button"
          onClick={() => onTake(value)}
          aria-label={`Use this value: ${format(read)}`}
          className="-my-3 inline-flex min-h-11 items-center text-blue underline underline-offset-4"
        >
          Use this value
        </button>
      ) : null}
      {remark ? <span>{remark(read)}</span> : null}
      {fact.filled_in ? <span className="font-normal text-muted">{notTyped}</span> : null}
    </span>
  )
}

type EarlyValueProps = { item: ReviewItem; name: FactName; format: ((read: string) => string) | undefined }

/** What was read before the receipt was sent. It is never a match, because the member may have seen it. */
function EarlyValue({ item: { early_reading }, name, format = (read) => read }: EarlyValueProps) {
  const { read, verdict } = (name === 'merchant_id' ? early_reading?.merchant : early_reading?.[name]) ?? { read: null }
  if (read === null) return null
  return (
    <span className={`${lineClass} ${verdict === 'differs' ? 'font-semibold text-pending' : 'text-muted'}`}>
      <ScanText aria-hidden="true" className="size-4 shrink-0 self-center" />
      <span className="wrap-anywhere">Before it was sent: {format(read)}</span>
    </span>
  )
}

const notFound = "Couldn't read this"

/** Why there is no OCR result to compare with; nothing if there is one. */
function OcrStateNote({ state }: { state: OcrState }) {
  const stateTexts = {
    off: undefined,
    pending: 'Not read yet',
    failed: couldNotRead,
    illegible: couldNotRead,
    read: undefined,
  }
  const text = stateTexts[state]
  if (!text) return null
  return (
    <p className={`${lineClass} font-semibold text-pending`}>
      <ScanText aria-hidden="true" className="size-4 shrink-0 self-center" />
      {text}
    </p>
  )
}

const couldNotRead = "Couldn't read the picture"

const lineClass = 'flex flex-wrap items-baseline gap-x-1.5 text-small'
