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
import { type Corrections, compareFact, type FactName, type FactValues, isTooOld, typedFacts } from './facts.ts'

type Props = {
  item: ReviewItem
  corrections?: Corrections | undefined
  /** Uses the OCR value as the correction. */
  onTake?: (name: FactName, value: string) => void
  /** Shown beside the state of OCR. */
  children?: ReactNode
}

/** The typed facts, each with a reviewer's correction and the OCR value. */
export function ReceiptFacts({ item, corrections = {}, onTake, children }: Props) {
  const facts = Object.fromEntries(Object.entries(corrections).map(([name, value]) => [name, String(value)]))
  const line = (name: FactName, label: string, format?: Format) => (
    <Line
      item={item}
      name={name}
      label={label}
      format={format}
      onTake={onTake}
      facts={{ ...typedFacts(item), ...facts }}
      corrected={facts[name]}
    />
  )
  const state = stateTexts[item.reading_state]
  return (
    <div className="rounded-sheet border border-line bg-sheet px-4 py-2.5 shadow-sheet">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-muted">Receipt {item.id}</p>
        <div className="flex flex-wrap items-center justify-end gap-x-3">
          {state ? <Remark look="font-semibold text-pending">{state}</Remark> : null}
          {children}
        </div>
      </div>
      <dl>
        {line('purchase_amount', 'Amount', (amount) => formatAmount(amount, settings.currency))}
        {line('merchant_id', 'Merchant')}
        {line('purchase_date', 'Date', readableDay)}
        {line('invoice_number', 'Invoice')}
      </dl>
    </div>
  )
}

/** Why there is no OCR result to compare with. */
const stateTexts: Partial<Record<ReviewItem['reading_state'], string>> = {
  pending: 'Not read yet',
  failed: "Couldn't read the picture",
  illegible: "Couldn't read the picture",
}

type Format = (value: string) => string
type ComparisonProps = {
  item: ReviewItem
  name: FactName
  /** The facts with their corrections. */
  facts: FactValues
  format: Format | undefined
  onTake: Props['onTake']
}

/** One fact in a line, with its OCR value at the end. */
function Line(props: ComparisonProps & { label: string; corrected: string | undefined }) {
  const { item, name, label, format = String, corrected } = props
  const { merchant } = item
  const isMerchant = name === 'merchant_id'
  const typed = isMerchant ? merchant.name : format(typedFacts(item)[name])
  const note = `${merchant.category} · ${merchant.address}`
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-2 border-line border-t py-1 first:border-t-0">
      <dt className="text-small text-muted">
        {label}
        {corrected ? <span className="sr-only"> (corrected)</span> : null}
      </dt>
      <dd className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
        <span
          className={`wrap-anywhere font-semibold tabular-nums ${name === 'purchase_amount' ? 'text-title' : ''} ${corrected ? 'text-blue' : ''}`}
        >
          {corrected ? (
            <>
              <del className="mr-2 inline-block font-normal text-body text-muted">{typed}</del>
              <ins className="inline-block no-underline">
                {isMerchant ? <MerchantName id={Number(corrected)} /> : format(corrected)}
              </ins>
            </>
          ) : (
            typed
          )}
        </span>
        {item.early_reading ? <EarlyValue {...props} format={format} /> : <OcrComparison {...props} format={format} />}
      </dd>
      {isMerchant && !corrected ? (
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

type ValueProps = ComparisonProps & { format: Format }

/** Whether the OCR value matches the typed one, and otherwise the OCR value, which may be misread. */
function OcrComparison({ item, facts, name, format, onTake }: ValueProps) {
  const fact = compareFact(item, facts, name)
  if (!fact) return null
  const { verdict, read, value } = fact
  const isDate = name === 'purchase_date'
  const time = isDate && item.reading?.purchase_date.time
  const at = time ? `, ${time}` : ''
  if (verdict === 'fits') return <MatchRemark>{at}</MatchRemark>
  if (verdict === 'filled_in') return <NotTypedRemark>{at}</NotTypedRemark>
  if (verdict === 'not_found' || read === null)
    return (
      <span className={`${remark} text-muted`}>
        {name === 'purchase_amount' ? "Couldn't read the total" : "Couldn't read this"}
      </span>
    )
  return (
    <Remark look="font-semibold text-pending">
      <span className="wrap-anywhere">
        Receipt: {format(read)}
        {at}
      </span>
      {onTake && value !== null ? (
        <button
          type="button"
          onClick={() => onTake(name, value)}
          aria-label={`Use this value: ${format(read)}`}
          className="-my-3 inline-flex min-h-11 items-center text-blue underline underline-offset-4"
        >
          Use this value
        </button>
      ) : null}
      {isDate && isTooOld(item, read) ? (
        <span>More than {settings.max_receipt_age_days} days before it was sent</span>
      ) : null}
      {fact.filled_in ? <span className="font-normal text-muted">{notTyped}</span> : null}
    </Remark>
  )
}

/** What was read before the receipt was sent. It is never a match, because the member may have seen it. */
function EarlyValue({ item: { early_reading }, name, format }: ValueProps) {
  const { read, verdict } = (name === 'merchant_id' ? early_reading?.merchant : early_reading?.[name]) ?? { read: null }
  if (read === null) return null
  return (
    <Remark look={verdict === 'differs' ? 'font-semibold text-pending' : 'text-muted'}>
      <span className="wrap-anywhere min-w-0 flex-1">Before it was sent: {format(read)}</span>
    </Remark>
  )
}

const remark = 'flex flex-wrap items-baseline gap-x-1.5 text-small'
type RemarkProps = { Icon?: typeof ScanText; look: string; children: ReactNode }

function Remark({ Icon = ScanText, look, children }: RemarkProps) {
  return (
    <span className={`${remark} ${look}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0 self-center" />
      {children}
    </span>
  )
}

/** OCR read the value that the member typed. */
export function MatchRemark({ children }: { children?: ReactNode }) {
  return (
    <Remark Icon={CircleCheck} look="text-approved">
      Matches the receipt{children}
    </Remark>
  )
}

/** The value was filled in: OCR read it both times, so it is no match. */
export function NotTypedRemark({ children }: { children?: ReactNode }) {
  return (
    <Remark look="text-muted">
      {notTyped}
      {children}
    </Remark>
  )
}
