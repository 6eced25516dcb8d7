import { show as showOne, create as submit } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import * as words from '#words'
import { call } from '../api/api.ts'
import { CallError } from '../api/CallError.ts'
import { whileLoading } from '../api/loading.ts'
import { reportClientError } from '../errors/errorWatch.ts'
import { notify } from '../toasts.ts'
import { type Attempt, currentMember, deleteDraft, findDraft, saveAttempt } from './draft.ts'
import { submitErrorText } from './submitErrors.ts'

/** What is sent, as `submissions.create` takes it. */
type Receipt = {
  receipt_image: File
  merchant_id: string
  purchase_date: string
  purchase_amount: string
  invoice_number: string
  corrects?: number
}

/**
 * A receipt on its way: the draft it was made of, the key that makes a repeat the same submission (D-40), and the token
 * of the member who sends it.
 */
export type UploadJob = { id: string; key: string; token: string | null; receipt: Receipt }

/** `share` of the upload, 0 to 1. */
type Upload = { share: number; stop: () => void }

const LOADING = `${submit.method} ${submit.path}`

/** What this tab is sending, by key. */
export const useUploads = create<Record<string, Upload | undefined>>(() => ({}))

const watchedDrafts = new Set<() => string | undefined>()

/** A form shows what becomes of its draft by itself; `ofDraft` says which that is. */
export function watchOwnDraft(ofDraft: () => string | undefined): () => void {
  watchedDrafts.add(ofDraft)
  return () => watchedDrafts.delete(ofDraft)
}

/**
 * Sends a job whose draft waits, once even where several tabs try. Success ends the draft and renews the lists
 * (S-8.05, S-4.13); a refusal is noted in the draft (S-8.04). Answers any other fault, for the caller to judge; one of
 * this app itself counts as the server's.
 */
export async function uploadReceipt(job: UploadJob, queries: QueryClient): Promise<CallError | undefined> {
  if (useUploads.getState()[job.key]) return undefined
  const controller = new AbortController()
  show(job.key, { share: 0, stop: () => controller.abort() })
  try {
    return await alone(job.key, () => sendAndRecord(job, queries, controller.signal))
  } catch (fault) {
    if (controller.signal.aborted) return undefined
    reportClientError(fault)
    return new CallError({ status: 500, body: undefined })
  } finally {
    show(job.key, undefined)
  }
}

/** Whether a fault leaves the receipt waiting: nothing came back, or the session ended and its member will. */
export function isStillWaiting({ status }: CallError): boolean {
  return status === 0 || status === 401
}

/** Whether the same receipt may well be taken later (S-8.04). */
export function canRetryLater({ status }: CallError): boolean {
  return status >= 500 || [408, 425, 429].includes(status)
}

/** Ends every upload of this tab; what they carried still waits. */
export function stopUploads(): void {
  for (const upload of Object.values(useUploads.getState())) upload?.stop()
}

async function sendAndRecord(
  job: UploadJob,
  queries: QueryClient,
  signal: AbortSignal,
): Promise<CallError | undefined> {
  const kept = findDraft(job.id)
  if (!kept?.attempt?.waits || kept.owner !== currentMember()) return undefined
  try {
    await whileLoading(LOADING, send(job, signal))
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault
    if (!isRejection(fault)) return fault
    recordRejection(job.id, kept.attempt, fault)
    return undefined
  }
  deleteDraft(job.id)
  if (kept.owner !== currentMember()) return undefined
  // What it corrects names it from now on.
  for (const { access, path } of [submit, showOne]) void queries.invalidateQueries({ queryKey: [access, path] })
  notify({ type: 'success', title: words.receiptSent, message: texts.submitted })
  return undefined
}

/** Where the server is still busy with the same key, it is asked again until it has an answer. */
async function send(job: Omit<UploadJob, 'id'>, signal: AbortSignal): Promise<void> {
  const { key, token, receipt } = job
  const onProgress = (share: number) => {
    const { [key]: upload } = useUploads.getState()
    if (upload) show(key, { ...upload, share })
  }
  try {
    const answer = await call(submit, receipt, { idempotencyKey: key, signal, onProgress, ...(token && { token }) })
    // A body that cannot be read is an answer that was lost on the way.
    if (answer === undefined) throw new CallError({ status: 0, body: undefined })
  } catch (fault) {
    if (!(fault instanceof CallError && fault.status === 409 && fault.retryAfter)) throw fault
    await pause(fault.retryAfter * 1000, signal)
    await send(job, signal)
  }
}

/** Notes in the draft why its receipt was not taken; where no form shows that, it is told (S-8.04). */
export function recordRejection(id: string, { key, purchaseDate }: Omit<Attempt, 'waits'>, fault: CallError): void {
  const { status, body, retryAfter } = fault
  const refusal = { status, body, ...(retryAfter !== undefined && { retryAfter }) }
  // Before the form hears of it: a locked field takes no focus.
  show(key, undefined)
  saveAttempt(id, { key, purchaseDate, waits: false, refusal })
  if (findDraft(id)?.owner !== currentMember() || [...watchedDrafts].some((ofDraft) => ofDraft() === id)) return
  notify({
    type: 'error',
    title: words.receiptNotSent,
    message: `${submitErrorText(fault)} ${words.receiptMendFromHome}`,
  })
}

/** The server said no for good, and let go of the key; a 409 still holds it. What 401 and 403 mean, the session says. */
function isRejection(fault: CallError): boolean {
  const { status } = fault
  return status >= 400 && ![401, 403, 409].includes(status) && !canRetryLater(fault)
}

/** Runs `work` where no other tab runs it for this key. Without locks (no secure origin) the server's own key must do. */
function alone<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
  if (!navigator.locks) return work()
  return navigator.locks.request(`receipt ${key}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

function show(key: string, upload: Upload | undefined): void {
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
