import { show } from '@stampus/contract/submissions'
import type { QueryClient } from '@tanstack/react-query'
import * as words from '#words'
import { call } from '../api/api.ts'
import { CallError, isMissing } from '../api/CallError.ts'
import { useSession } from '../storage/session.ts'
import {
  findDraft,
  readOwnDrafts,
  readWaitingDrafts,
  saveAttempt,
  useDrafts,
  type Waiting,
  withPicture,
} from './draft.ts'
import { earlierSubmission } from './submitErrors.ts'
import {
  canRetryLater,
  isStillWaiting,
  recordUploadError,
  stopUploads,
  type UploadJob,
  uploadReceipt,
} from './upload.ts'

const PAUSES_MS = [30_000, 60_000, 120_000, 300_000]

/**
 * Sends waiting receipts: now, when the network or the user returns, and after increasing pauses, because browsers do
 * not always report the network correctly. Returns a function that stops it.
 */
export function startOutbox(queries: QueryClient): () => void {
  const stop = new AbortController()
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** `seconds`: the pause that the server asked for. */
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
    stopUploads()
  }
}

/** Tries once to send all waiting receipts, oldest first. Stops at the first that fails, and returns its error. */
export async function sendWaiting(queries: QueryClient, signal?: AbortSignal): Promise<CallError | undefined> {
  for (const draft of readWaitingDrafts()) {
    if (signal?.aborted) return undefined
    const error = await sendDraft(draft, queries)
    if (error) return error
  }
  return undefined
}

/** Skips a draft whose picture cannot be read now. Records an error for one whose picture is lost. */
async function sendDraft(draft: Waiting, queries: QueryClient): Promise<CallError | undefined> {
  const found = await withPicture(draft).catch(() => undefined)
  if (!found) return undefined
  const { id, attempt } = draft
  if (!found.file) {
    recordUploadError(id, attempt, pictureLost())
    return undefined
  }
  const error = await uploadReceipt(uploadJobOf(draft, found.file), queries)
  // Becomes a plain draft again, which the member submits from the form.
  if (error?.status === 403 && error.isOwn) saveAttempt(id, { ...attempt, waits: false })
  return error && (isStillWaiting(error) || canRetryLater(error)) ? error : undefined
}

function uploadJobOf(
  { id, attempt, merchantId, correct, amount = '', invoiceNumber = '' }: Waiting,
  file: File,
): UploadJob {
  const facts = { purchase_date: attempt.purchaseDate, purchase_amount: amount, invoice_number: invoiceNumber }
  const receipt = {
    receipt_image: file,
    merchant_id: String(merchantId),
    ...facts,
    ...(correct && { corrects: correct }),
  }
  return { id, key: attempt.key, token: useSession.getState().token, receipt }
}

function pictureLost(): CallError {
  return new CallError({ status: 422, body: { errors: { receipt_image: [words.receiptPictureLost] } } })
}

/**
 * An upload that failed as a duplicate may be sent again once the earlier receipt is rejected or gone. Removes such
 * errors from the drafts.
 */
async function clearOutdatedErrors(): Promise<void> {
  for (const { id, attempt } of readOwnDrafts()) {
    const earlier = attempt?.refusal && earlierSubmission(new CallError(attempt.refusal))
    if (earlier && !(await mayStillCount(earlier))) clearUploadError(id)
  }
}

async function mayStillCount(id: number): Promise<boolean> {
  try {
    return (await call(show, { id })).data.status !== 'rejected'
  } catch (error) {
    return !isMissing(error)
  }
}

function clearUploadError(id: string): void {
  const draft = findDraft(id)
  if (!draft?.attempt?.refusal) return
  const { refusal: _, ...attempt } = draft.attempt
  saveAttempt(id, attempt)
}
