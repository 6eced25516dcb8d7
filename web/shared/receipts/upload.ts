import { show as showOne, create as submit } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { invoiceToSend } from '@stampus/contract/values/invoices'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import * as words from '#words'
import { call } from '../api/api.ts'
import { CallError } from '../api/CallError.ts'
import { trackLoading } from '../api/loading.ts'
import { reportClientError } from '../errors/errorWatch.ts'
import { rememberMerchant } from '../merchants/yourShops.ts'
import { settings } from '../settings.ts'
import { withBrowserLock } from '../storage/browserLock.ts'
import { showToast } from '../toasts.ts'
import { refetchStamps } from './decisionUpdates.ts'
import { type Attempt, currentMember, deleteDraft, findDraft, saveAttempt } from './draft.ts'
import { noteJustSent } from './justSent.ts'
import { submitErrorText } from './submitErrors.ts'

/** The input of `submissions.create`, with amount and invoice number as typed. */
type Receipt = {
  receipt_image: File
  merchant_id: string
  purchase_date: string
  purchase_amount: string
  invoice_number: string
  corrects?: number
}

/** A receipt to upload: its draft, the idempotency key, and the token of the member who sends it. */
export type UploadJob = { id: string; key: string; token: string | null; receipt: Receipt }

/** `share` is the uploaded share, 0 to 1. */
type Upload = { share: number; stop: () => void }

const LOADING = `${submit.method} ${submit.path}`

/** The uploads of this tab, by idempotency key. */
export const useUploads = create<Record<string, Upload | undefined>>(() => ({}))

const watchedDrafts = new Set<() => string | undefined>()

/** A form shows the errors of its own draft. `ofDraft` returns that draft's id. */
export function watchOwnDraft(ofDraft: () => string | undefined): () => void {
  watchedDrafts.add(ofDraft)
  return () => watchedDrafts.delete(ofDraft)
}

/**
 * Uploads a waiting draft, once even if several tabs try. Success deletes the draft and refetches the lists. A
 * final error is saved in the draft. Returns any other error to the caller; an error in this app counts as status 500.
 */
export async function uploadReceipt(job: UploadJob, queries: QueryClient): Promise<CallError | undefined> {
  if (useUploads.getState()[job.key]) return undefined
  const controller = new AbortController()
  setUpload(job.key, { share: 0, stop: () => controller.abort() })
  try {
    return await withLock(job.key, () => sendAndRecord(job, queries, controller.signal))
  } catch (error) {
    if (controller.signal.aborted) return undefined
    reportClientError(error)
    return new CallError({ status: 500, body: undefined })
  } finally {
    setUpload(job.key, undefined)
  }
}

/** Whether the receipt still waits after this error: no response, or the session has expired. */
export function isStillWaiting({ status }: CallError): boolean {
  return status === 0 || status === 401
}

/** Whether the server may accept the same receipt later. */
export function canRetryLater({ status }: CallError): boolean {
  return status >= 500 || [408, 425, 429].includes(status)
}

/** Stops all uploads of this tab. Their drafts still wait. */
export function stopUploads(): void {
  for (const upload of Object.values(useUploads.getState())) upload?.stop()
}

async function sendAndRecord(
  job: UploadJob,
  queries: QueryClient,
  signal: AbortSignal,
): Promise<CallError | undefined> {
  const draft = findDraft(job.id)
  if (!draft?.attempt?.waits || draft.owner !== currentMember()) return undefined
  try {
    await trackLoading(LOADING, send(job, signal))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (!isFinalError(error)) return error
    recordUploadError(job.id, draft.attempt, error)
    return undefined
  }
  if (draft.owner === currentMember()) {
    noteJustSent(draft.owner, withPlainNumbers(job.receipt).purchase_amount)
    rememberMerchant(Number(job.receipt.merchant_id))
  }
  deleteDraft(job.id)
  if (draft.owner !== currentMember()) return undefined
  // A rejected receipt that this one corrects now links to it.
  for (const { access, path } of [submit, showOne]) void queries.invalidateQueries({ queryKey: [access, path] })
  refetchStamps(queries)
  showToast({ type: 'success', title: words.receiptSent, message: texts.submitted })
  return undefined
}

/** Tries again while the server is still busy with the same key. */
async function send(job: Omit<UploadJob, 'id'>, signal: AbortSignal): Promise<void> {
  const { key, token, receipt } = job
  const onProgress = (share: number) => {
    const { [key]: upload } = useUploads.getState()
    if (upload) setUpload(key, { ...upload, share })
  }
  try {
    const answer = await call(submit, withPlainNumbers(receipt), {
      idempotencyKey: key,
      signal,
      onProgress,
      ...(token && { token }),
    })
    // A body that cannot be parsed was lost on the way.
    if (answer === undefined) throw new CallError({ status: 0, body: undefined })
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409 && error.retryAfter)) throw error
    await pause(error.retryAfter * 1000, signal)
    await send(job, signal)
  }
}

/** The API takes only plain decimals and digits; a draft keeps what the member typed. */
function withPlainNumbers(receipt: Receipt): Receipt {
  return {
    ...receipt,
    purchase_amount: amountToSend(receipt.purchase_amount, settings.currency),
    invoice_number: invoiceToSend(receipt.invoice_number),
  }
}

/** Saves the error in the draft. Shows a toast if no form shows it. */
export function recordUploadError(id: string, { key, purchaseDate }: Omit<Attempt, 'waits'>, error: CallError): void {
  const { status, body, retryAfter } = error
  const uploadError = { status, body, ...(retryAfter !== undefined && { retryAfter }) }
  // Before the form updates, because a locked field cannot take the focus.
  setUpload(key, undefined)
  saveAttempt(id, { key, purchaseDate, waits: false, refusal: uploadError })
  if (findDraft(id)?.owner !== currentMember() || [...watchedDrafts].some((ofDraft) => ofDraft() === id)) return
  showToast({
    type: 'error',
    title: words.receiptNotSent,
    message: `${submitErrorText(error)} ${words.receiptFixFromHome}`,
  })
}

/** Sending the same again would fail again, and the key is released. A 409 still holds it. The session handles 401 and 403. */
function isFinalError(error: CallError): boolean {
  const { status } = error
  return status >= 400 && error.isOwn && ![401, 403, 409].includes(status) && !canRetryLater(error)
}

/** Runs `work` unless another tab runs it for this key. Without a lock, the server's idempotency key must do. */
function withLock<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
  return withBrowserLock(`receipt ${key}`, { ifAvailable: true }, (isOurs) => (isOurs ? work() : undefined))
}

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
