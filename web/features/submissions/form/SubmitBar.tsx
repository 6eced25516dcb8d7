import { texts } from '@stampus/contract/texts'
import { invoiceDigits } from '@stampus/contract/values/invoices'
import { formatAmount } from '@stampus/contract/values/money'
import { plainAmount } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { Notice } from '@stampus/ui/Notice'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, Send, X } from 'lucide-react'
import { type CSSProperties, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type FieldPath, useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { CallError, showFieldErrors } from '../../../shared/api/CallError.ts'
import { useConnection } from '../../../shared/api/connection.ts'
import { useLoading } from '../../../shared/api/loading.ts'
import type { HttpResult } from '../../../shared/api/xhr.ts'
import { useIsUnmounted } from '../../../shared/isUnmounted.ts'
import { linkTo } from '../../../shared/paths.ts'
import type { Attempt, Receipt } from '../../../shared/receipts/draft.ts'
import { currentMember, useIsWaitingSafe } from '../../../shared/receipts/draft.ts'
import { isStillWaiting, sendDraft, useUploads } from '../../../shared/receipts/outbox.ts'
import { PREPARING_PICTURE } from '../../../shared/receipts/preparePicture.ts'
import { earlierSubmission, submitErrorText } from '../../../shared/receipts/submitErrors.ts'
import { settings } from '../../../shared/settings.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { draftOf, type FormDraft, type ReceiptForm, today } from './receiptFields.ts'

/** `stamps`: what the amount would earn, 0 if that is not known. */
type Props = SubmitState & { form: ReceiptForm; stamps: number; hasTabBar: boolean; onAnother: () => void }

/** The submit button and its notices, in view unless the page is low, its text is large, or the receipt waits. */
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

function SubmitButtons(props: Omit<Props, 'form' | 'hasTabBar'>) {
  const { share, cancel, failure, waits, visitor, stamps, onAnother } = props
  const isOffline = useConnection((connection) => connection.isOffline)
  const sending = share !== undefined
  const preparing = useLoading(PREPARING_PICTURE)
  const again = waits || failure?.isFinal === false
  const Icon = again ? RotateCw : Send
  const submit = {
    guest: words.receiptSubmitGuest,
    unverified: words.receiptSubmitUnverified,
    member: stamps > 0 ? sentences.receiptSend(stamps) : words.receiptSubmit,
  }
  const label = again ? (waits && isOffline ? words.receiptSendNow : words.retry) : submit[visitor]
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" isBusy={sending || preparing} className="min-h-14 min-w-[min(12rem,100%)] flex-1 text-lead">
        {sending || preparing ? null : <Icon aria-hidden="true" className="size-5" />}
        {sending ? words.receiptSending : label}
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

type SubmitOptions = {
  asksForMerchant: boolean
  asksForDate: boolean
  formDraft: FormDraft
  mayBeSent: (fields: Pick<Receipt, 'purchase_amount'>) => boolean
}

type SubmitState = ReturnType<typeof useSubmit>

export function useSubmit(form: ReceiptForm, options: SubmitOptions) {
  const { formDraft, asksForDate, mayBeSent } = options
  const { attempt } = formDraft
  const user = useSession((session) => session.user)
  const visitor = user ? (user.email_verified_at ? 'member' : 'unverified') : 'guest'
  const queries = useQueryClient()
  const submitError = useSubmitError(form, fieldsOf(options), useUploadError(attempt))
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isUnmounted = useIsUnmounted()
  const upload = useUploads((uploads) => (attempt ? uploads[attempt.key] : undefined))
  useLeaveWhenSent(attempt)
  const send = form.handleSubmit(async (receipt) => {
    if (!mayBeSent(receipt)) return
    submitError.forget()
    const dateSent = attempt && !attempt.refusal ? attempt.purchaseDate : today()
    const id = formDraft.prepare(asksForDate ? receipt.purchase_date : dateSent)
    const error = await sendDraft(id, queries)
    if (!error || isStillWaiting(error)) return
    formDraft.stopWaiting()
    if (isUnmounted.current) showToast({ type: 'error', title: words.receiptNotSent, message: submitErrorText(error) })
    else submitError.show(error)
  })
  const submitOnce = useSingleFlight(async () => {
    // A guest's input is saved and continues after login. An empty form shows its errors instead.
    if (visitor === 'member' || !draftOf(form.getValues(), asksForDate)) return send()
    await formDraft.saveNow()
    navigate(visitor === 'guest' ? linkTo('login', {}, { redirect: pathname }) : linkTo('verifyEmail'))
  })
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault()
    return submitOnce()
  }
  const cancel = () => {
    formDraft.stopWaiting()
    upload?.stop()
  }
  const waits = attempt?.waits === true && !upload
  const { failure, earlierId } = submitError
  return { submit, cancel, visitor, waits, share: upload?.share, failure, earlierId } as const
}

/** The error of an upload attempt, stable across renders: drafts are parsed again whenever another tab saves one. */
function useUploadError(attempt: Attempt | undefined): HttpResult | undefined {
  const shown = useRef(attempt)
  const isShown = shown.current?.key === attempt?.key && !shown.current?.refusal === !attempt?.refusal
  if (!isShown) shown.current = attempt
  return shown.current?.refusal
}

/** Opens the history once the receipt has arrived, sent by this form or by another tab. */
function useLeaveWhenSent(attempt: Attempt | undefined) {
  const navigate = useNavigate()
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !attempt && currentMember() !== null) navigate(linkTo('submissions'), { replace: true })
    wasWaiting.current = attempt?.waits === true
  }, [attempt, navigate])
}

const fieldNames = ['receipt_image', 'merchant_id', 'purchase_amount', 'purchase_date', 'invoice_number'] as const

function fieldsOf({ asksForMerchant, asksForDate }: SubmitOptions) {
  const unasked = [!asksForMerchant && 'merchant_id', !asksForDate && 'purchase_date']
  return fieldNames.filter((name) => !unasked.includes(name))
}

function useSubmitError(form: ReceiptForm, fields: FieldPath<Receipt>[], uploadError: HttpResult | undefined) {
  const [failure, setFailure] = useState<{ words: string; isFinal: boolean }>()
  const [earlierId, setEarlierId] = useState<number>()
  const show = (error: CallError) => {
    setEarlierId(earlierSubmission(error))
    // A 422 is final: sending the same again would fail again.
    if (!showFieldErrors(error, fields, form.setError))
      setFailure({ words: submitErrorText(error), isFinal: error.status === 422 })
  }
  const forget = () => {
    setFailure(undefined)
    setEarlierId(undefined)
  }
  /** After a reload, the form does not validate again by itself, so clear the server's errors here. */
  const withdraw = () => {
    forget()
    form.clearErrors(fields.filter((field) => form.getFieldState(field).error?.type === 'server'))
  }
  const latest = useRef({ show, withdraw })
  latest.current = { show, withdraw }
  // After the upload, because locked fields cannot take the focus.
  useEffect(() => {
    if (uploadError) latest.current.show(new CallError(uploadError))
    else latest.current.withdraw()
  }, [uploadError])
  const { subscribe } = form
  useEffect(() => subscribe({ formState: { values: true }, callback: () => latest.current.withdraw() }), [subscribe])
  return { failure, earlierId, show, forget }
}
