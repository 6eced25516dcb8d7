import type { QueryClient } from '@tanstack/react-query'
import { deliver, type Parcel, staysWaiting, stopDeliveries } from './delivery.ts'
import { type KeptDraft, ownDrafts, saveAttempt, useDrafts, type WaitingDraft, withPicture } from './draft.ts'

const PAUSES_MS = [30_000, 60_000, 120_000, 300_000]

/**
 * Sends what waits by itself: now, when the network or the person comes back, and after ever longer pauses, for the
 * browser's word on the network cannot be trusted. Answers how to stop.
 */
export function keepSending(queries: QueryClient): () => void {
  const stop = new AbortController()
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    const isNeeded = waiting().length > 0
    if (!isNeeded) tries = 0
    if (!isNeeded || timer !== undefined || stop.signal.aborted) return
    timer = setTimeout(again, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)])
    tries += 1
  }
  const again = async () => {
    clearTimeout(timer)
    timer = undefined
    if (navigator.onLine) await sendWaiting(queries)
    plan()
  }
  const now = () => {
    tries = 0
    void again()
  }
  window.addEventListener('online', now, { signal: stop.signal })
  document.addEventListener('visibilitychange', () => document.hidden || now(), { signal: stop.signal })
  const stopWatching = useDrafts.subscribe(plan)
  now()
  return () => {
    stop.abort()
    stopWatching()
    clearTimeout(timer)
    stopDeliveries()
  }
}

/** Tries once to send what waits, the oldest first, until one does not get through. */
export async function sendWaiting(queries: QueryClient): Promise<void> {
  for (const draft of waiting()) if (!(await arrives(draft, queries))) return
}

function waiting(): KeptDraft[] {
  return ownDrafts()
    .filter(({ attempt }) => attempt?.waits)
    .sort((a, b) => a.savedAt - b.savedAt)
}

async function arrives(draft: KeptDraft, queries: QueryClient): Promise<boolean> {
  const parcel = parcelOf(await withPicture(draft))
  if (!parcel) return rest(draft)
  const fault = await deliver(parcel, queries)
  if (fault?.status === 403) return rest(draft)
  return !fault || !(staysWaiting(fault) || fault.status >= 500)
}

/** It becomes a plain draft again, to be looked after in the form. */
function rest({ id, attempt }: KeptDraft): true {
  if (attempt) saveAttempt(id, { ...attempt, waits: false })
  return true
}

function parcelOf({ id, file, attempt, merchantId, amount = '', invoiceNumber = '' }: WaitingDraft) {
  if (!file || !attempt || !merchantId) return undefined
  const facts = { purchase_date: attempt.purchaseDate, purchase_amount: amount, invoice_number: invoiceNumber }
  const receipt = { receipt_image: file, merchant_id: String(merchantId), ...facts }
  return { id, key: attempt.key, receipt } satisfies Parcel
}
