import { texts } from '@stampus/contract/texts'
import { invoiceDigits } from '@stampus/contract/values/invoices'
import { formatAmount } from '@stampus/contract/values/money'
import { plainAmount } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { RotateCw, Send, X } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as sentences from '#sentences'
import * as words from '#words'
import { useConnection } from '../../../shared/api/connection.ts'
import { useLoading } from '../../../shared/api/loading.ts'
import { useIsWaitingSafe } from '../../../shared/receipts/draft.ts'
import { PREPARING_PICTURE } from '../../../shared/receipts/preparePicture.ts'
import { settings } from '../../../shared/settings.ts'
import type { ReceiptForm } from './receiptFields.ts'
import type { SubmitState } from './submit.ts'

type Props = SubmitState & {
  form: ReceiptForm
  /** The stamps that the amount would earn, 0 if that is not known. */
  stamps: number
  /** The page has the tab bar. */
  hasTabBar: boolean
  onAnother: () => void
}

/**
 * The numbers to send, the submit button, the upload's progress, and what to do if it fails or waits. It stays in view
 * unless the page is low or its text is large, or the receipt waits.
 */
export function SubmitBar({ form, hasTabBar, ...props }: Props) {
  const { share, failure, waits } = props
  const keyboard = useKeyboardInset()
  return (
    <div
      style={{ '--keyboard': `${keyboard}px` } as CSSProperties}
      className={`-mx-4 grid gap-2 border-line border-t bg-paper px-4 pt-3 sm:mx-0 sm:px-0 ${waits ? '' : stickyClass} ${hasTabBar ? aboveTabBar : 'bottom-(--keyboard) pb-[calc(0.75rem+env(safe-area-inset-bottom))]'}`}
    >
      {failure && share === undefined ? (
        <Notice kind="error" role="alert">
          {failure.words}
        </Notice>
      ) : null}
      {waits ? <WaitingNotice /> : null}
      {share === undefined ? <NumbersToSend form={form} /> : <UploadProgress share={share} />}
      <SubmitButtons {...props} />
    </div>
  )
}

/** Smaller differences come from the browser's own bars. */
const KEYBOARD_PX = 120

/** The height in pixels that an on-screen keyboard covers at the bottom of the page. */
function useKeyboardInset(): number {
  const [inset, setInset] = useState(0)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const stop = new AbortController()
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      // A page that is zoomed in is covered by nothing.
      setInset(viewport.scale <= 1.01 && covered > KEYBOARD_PX ? Math.round(covered) : 0)
    }
    for (const event of ['resize', 'scroll']) viewport.addEventListener(event, measure, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return inset
}

/** How the form understands the amount and the invoice number. Nothing while it would ask for the amount. */
function NumbersToSend({ form: { control } }: { form: ReceiptForm }) {
  const [typedAmount, typedInvoice] = useWatch({ control, name: ['purchase_amount', 'invoice_number'] })
  const toSend = plainAmount(typedAmount, settings.currency)
  if (!toSend) return null
  const [amount, invoice] = [formatAmount(toSend, settings.currency), invoiceDigits(typedInvoice)]
  return (
    <p className="text-center text-small tabular-nums">
      {invoice ? sentences.receiptWillSendInFull(amount, invoice) : sentences.receiptWillSend(amount)}
    </p>
  )
}

const stickyClass = 'sticky z-10 low:static big:static'
const aboveTabBar =
  'bottom-[max(var(--keyboard),calc(3.5rem+1px+env(safe-area-inset-bottom)))] pb-3 sm:bottom-[max(var(--keyboard),5.25rem)]'

function SubmitButtons({
  share,
  cancel,
  failure,
  waits,
  visitor,
  stamps,
  onAnother,
}: Omit<Props, 'form' | 'hasTabBar'>) {
  const sending = share !== undefined
  const preparing = useLoading(PREPARING_PICTURE)
  const again = waits || failure?.isFinal === false
  const Icon = again ? RotateCw : Send
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" isBusy={sending || preparing} className="min-h-14 min-w-[min(12rem,100%)] flex-1 text-lead">
        {sending || preparing ? null : <Icon aria-hidden="true" className="size-5" />}
        {sending ? words.receiptSending : again ? <RetryLabel isWaiting={waits} /> : submitLabel(visitor, stamps)}
      </Button>
      {sending ? (
        <Button look="secondary" onClick={cancel} className="min-h-14">
          <X aria-hidden="true" className="size-5" />
          {words.receiptCancel}
        </Button>
      ) : null}
      {waits ? (
        <>
          <Button look="secondary" onClick={cancel} className="min-h-14 flex-1">
            {words.receiptKeepAsDraft}
          </Button>
          <Button look="quiet" onClick={onAnother} className="w-full">
            {words.receiptAnother}
          </Button>
        </>
      ) : null}
    </div>
  )
}

function RetryLabel({ isWaiting }: { isWaiting: boolean }) {
  const isOffline = useConnection((connection) => connection.isOffline)
  return isWaiting && isOffline ? words.receiptSendNow : words.retry
}

function submitLabel(visitor: Props['visitor'], stamps: number): string {
  if (visitor === 'guest') return words.receiptSubmitGuest
  if (visitor === 'unverified') return words.receiptSubmitUnverified
  return stamps > 0 ? sentences.receiptSend(stamps) : words.receiptSubmit
}

/** The progress bar of an upload. Screen readers announce every quarter. */
function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  const label = percent < 100 ? words.receiptSendingProgress : words.receiptSendingRead
  return (
    <div className="grid gap-1.5">
      <p aria-hidden="true" className="flex justify-between text-small tabular-nums">
        <span>{label}</span>
        <span>{sentences.receiptPercent(percent)}</span>
      </p>
      <div
        role="progressbar"
        aria-label={words.receiptSendingProgress}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={sentences.receiptPercentInWords(percent)}
        className="h-2.5 overflow-hidden rounded-chip bg-line"
      >
        <div className="h-full bg-blue transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
      <p role="status" className="sr-only">
        {percent < 100 ? sentences.receiptPercentInWords(Math.floor(percent / 25) * 25) : label}
      </p>
    </div>
  )
}

/** The receipt could not be sent. The outbox retries, as long as the draft is stored. */
function WaitingNotice() {
  const isOffline = useConnection((connection) => connection.isOffline)
  const isSafe = useIsWaitingSafe()
  return (
    <Notice kind={isOffline ? 'warning' : 'error'} role={isOffline ? 'status' : 'alert'}>
      <p className="font-semibold">{isOffline ? words.receiptWaits : texts.submitFailed}</p>
      <p>{isSafe ? words.receiptWaitsKept : words.receiptWaitsHere}</p>
    </Notice>
  )
}
