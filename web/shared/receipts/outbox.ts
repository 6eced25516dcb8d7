import { show, create as submit } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { invoiceToSend } from '@stampus/contract/values/invoices'
import { stampsFor } from '@stampus/contract/values/money'
import { amountToSend, parseAmount } from '@stampus/contract/values/typedAmounts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import * as words from '#words'
import { call } from '../api/api.ts'
import { CallError, isMissing } from '../api/CallError.ts'
import { trackLoading } from '../api/loading.ts'
import { reportClientError } from '../errors/errorWatch.ts'
import { rememberMerchant } from '../merchants/yourShops.ts'
import { settings } from '../settings.ts'
import { withBrowserLock } from '../storage/browserLock.ts'
import { useSession } from '../storage/session.ts'
import { showToast } from '../toasts.ts'
import { refetchStamps } from './decisionUpdates.ts'
import {
  currentMember,
  deleteDraft,
  findDraft,
  isWaiting,
  readOwnDrafts,
  readWaitingDrafts,
  saveAttempt,
  useDrafts,
  type WaitingDraft,
  withPicture,
} from './draft.ts'
import { earlierSubmission, submitErrorText } from './submitErrors.ts'

type Upload = { share: number; stop: () => void }

/** The uploads of this tab, by idempotency key. */
export const useUploads = create<Record<string, Upload | undefined>>(() => ({}))

/** A receipt that has arrived: who sent it, the stamps that its amount earns, and when it arrived, in milliseconds. */
type Sent = { owner: number | null; stamps: number; at: number }

export const useJustSent = create<{ sent: Sent | undefined }>(() => ({ sent: undefined }))

const watchedDrafts = new Set<() => string | undefined>()

const LOADING = `${submit.method} ${submit.path}`
const PAUSES_MS = [30_000, 60_000, 120_000, 300_000]

export function OutboxRunner() {
  const queries = useQueryClient()
  useEffect(() => startOutbox(queries), [queries])
  return null
}

/** Sends waiting receipts now, when network or user return, and after pauses: browsers misreport the network. */
export function startOutbox(queries: QueryClient): () => void {
  const stop = new AbortController()
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (seconds?: number) => {
    if (stop.signal.aborted) return
    const isNeeded = readWaitingDrafts().length > 0
    if (!isNeeded) attempts = 0
    if (seconds) clearTimer()
    if (!isNeeded || timer !== undefined) return
    timer = setTimeout(retry, seconds ? seconds * 1000 : PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)])
    attempts += 1
  }
  const clearTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const retry = async () => {
    clearTimer()
    const error = await sendWaiting(queries, stop.signal)
    schedule(error?.retryAfter)
  }
  const now = () => {
    attempts = 0
    void retry()
  }
  window.addEventListener('online', now, { signal: stop.signal })
  document.addEventListener('visibilitychange', () => document.hidden || now(), { signal: stop.signal })
  const stopWatching = useDrafts.subscribe(() => schedule())
  now()
  void clearOutdatedErrors()
  return () => {
    stop.abort()
    stopWatching()
    clearTimer()
    for (const upload of Object.values(useUploads.getState())) upload?.stop()
  }
}

/** Tries once to send all waiting receipts, oldest first. Stops at the first that fails, and returns its error. */
export async function sendWaiting(queries: QueryClient, signal?: AbortSignal): Promise<CallError | undefined> {
  for (const { id, attempt } of readWaitingDrafts()) {
    if (signal?.aborted) return undefined
    const error = await sendDraft(id, queries)
    // Becomes a plain draft again, which the member submits from the form.
    if (error?.status === 403 && error.isOwn) saveAttempt(id, { ...attempt, waits: false })
    if (error && (isStillWaiting(error) || canRetryLater(error))) return error
  }
  return undefined
}

/** Sends a waiting draft, once even if several tabs try. Saves a final error in the draft, and returns any other. */
export async function sendDraft(id: string, queries: QueryClient): Promise<CallError | undefined> {
  const attempt = findDraft(id)?.attempt
  if (!attempt || useUploads.getState()[attempt.key]) return undefined
  const controller = new AbortController()
  setUpload(attempt.key, { share: 0, stop: () => controller.abort() })
  try {
    // Without a lock, the server's idempotency key must do.
    return await withBrowserLock(`receipt ${attempt.key}`, { ifAvailable: true }, (isOurs) =>
      isOurs ? sendAndRecord(id, queries, controller.signal) : undefined,
    )
  } catch (error) {
    if (controller.signal.aborted) return undefined
    reportClientError(error)
    return new CallError({ status: 500, body: undefined })
  } finally {
    setUpload(attempt.key, undefined)
  }
}

export function isStillWaiting({ status }: CallError): boolean {
  return status === 0 || status === 401
}

/** A form shows the errors of its own draft. `ofDraft` returns that draft's id. */
export function watchOwnDraft(ofDraft: () => string | undefined): () => void {
  watchedDrafts.add(ofDraft)
  return () => watchedDrafts.delete(ofDraft)
}

export function forgetJustSent(): void {
  useJustSent.setState({ sent: undefined })
}

/** Skips a draft whose picture cannot be read now. Records an error for one whose picture is lost. */
async function sendAndRecord(id: string, queries: QueryClient, signal: AbortSignal): Promise<CallError | undefined> {
  const before = findOwn(id)
  if (!before) return undefined
  const found = await withPicture(before).catch(() => undefined)
  // It may have arrived through another tab meanwhile, or another member may have signed in.
  const draft = findOwn(id)
  if (!found || !draft) return undefined
  if (!found.receipt_image) {
    const body = { errors: { receipt_image: [words.receiptPictureLost] } }
    return recordUploadError(draft, new CallError({ status: 422, body }))
  }
  const receipt = toWire(draft, found.receipt_image)
  try {
    await trackLoading(LOADING, send(receipt, draft.attempt.key, signal))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return isFinalError(error) ? recordUploadError(draft, error) : error
  }
  if (draft.owner === currentMember()) {
    const stamps = stampsFor(parseAmount(receipt.purchase_amount) ?? 0, settings)
    useJustSent.setState({ sent: { owner: draft.owner, stamps, at: Date.now() } })
    rememberMerchant(Number(receipt.merchant_id))
  }
  deleteDraft(id)
  if (draft.owner !== currentMember()) return undefined
  // A rejected receipt that this one corrects now links to it.
  for (const { access, path } of [submit, show]) void queries.invalidateQueries({ queryKey: [access, path] })
  refetchStamps(queries)
  showToast({ type: 'success', title: words.receiptSent, message: texts.submitted })
  return undefined
}

function findOwn(id: string): WaitingDraft | undefined {
  const draft = findDraft(id)
  return isWaiting(draft) && draft.owner === currentMember() ? draft : undefined
}

/** The API takes only plain decimals and digits; a draft keeps what the member typed. */
function toWire(draft: WaitingDraft, receipt_image: File) {
  const { merchant_id = '', purchase_amount = '', invoice_number = '', corrects, attempt } = draft
  return {
    receipt_image,
    merchant_id,
    purchase_date: attempt.purchaseDate,
    purchase_amount: amountToSend(purchase_amount, settings.currency),
    invoice_number: invoiceToSend(invoice_number),
    ...(corrects && { corrects }),
  }
}

/** Tries again while the server is still busy with the same key, for the member who is signed in now. */
async function send(receipt: ReturnType<typeof toWire>, key: string, signal: AbortSignal): Promise<void> {
  const { token } = useSession.getState()
  const onProgress = (share: number) => {
    const { [key]: upload } = useUploads.getState()
    if (upload) setUpload(key, { ...upload, share })
  }
  const options = { idempotencyKey: key, signal, onProgress, ...(token && { token }) }
  const sendOnce = async (): Promise<void> => {
    try {
      const answer = await call(submit, receipt, options)
      // A body that cannot be parsed was lost on the way.
      if (answer === undefined) throw new CallError({ status: 0, body: undefined })
    } catch (error) {
      if (!(error instanceof CallError && error.status === 409 && error.retryAfter)) throw error
      await pause(error.retryAfter * 1000, signal)
      await sendOnce()
    }
  }
  await sendOnce()
}

function recordUploadError({ id, attempt }: WaitingDraft, error: CallError): undefined {
  const { status, body, retryAfter } = error
  const uploadError = { status, body, ...(retryAfter !== undefined && { retryAfter }) }
  // Before the form updates, because a locked field cannot take the focus.
  setUpload(attempt.key, undefined)
  saveAttempt(id, { ...attempt, waits: false, refusal: uploadError })
  if (findDraft(id)?.owner !== currentMember() || [...watchedDrafts].some((ofDraft) => ofDraft() === id)) return
  showToast({
    type: 'error',
    title: words.receiptNotSent,
    message: `${submitErrorText(error)} ${words.receiptFixFromHome}`,
  })
}

/** The same would fail again, and the key is released. A 409 still holds it. The session handles 401 and 403. */
function isFinalError(error: CallError): boolean {
  const { status } = error
  return status >= 400 && error.isOwn && ![401, 403, 409].includes(status) && !canRetryLater(error)
}

const canRetryLater = ({ status }: CallError): boolean => status >= 500 || [408, 425, 429].includes(status)

function setUpload(key: string, upload: Upload | undefined): void {
  useUploads.setState({ [key]: upload })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** A duplicate may be sent again once the earlier receipt is rejected or gone. */
async function clearOutdatedErrors(): Promise<void> {
  for (const { id, attempt } of readOwnDrafts()) {
    const earlier = attempt?.refusal && earlierSubmission(new CallError(attempt.refusal))
    if (!earlier || (await mayStillCount(earlier))) continue
    // Another tab may have changed the draft meanwhile.
    const latest = findDraft(id)?.attempt
    if (latest?.refusal) saveAttempt(id, { key: latest.key, purchaseDate: latest.purchaseDate, waits: latest.waits })
  }
}

async function mayStillCount(id: number): Promise<boolean> {
  try {
    return (await call(show, { id })).data.status !== 'rejected'
  } catch (error) {
    return !isMissing(error)
  }
}
