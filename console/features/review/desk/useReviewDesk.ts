import type { ReviewItem } from '@stampus/contract/console/review'
import type { DeskPicture, Signal } from '@stampus/contract/console/signals'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useIsActive } from '../../../shared/api/activity.ts'
import { useSessionEnded } from '../../../shared/api/queries.ts'
import { mergeLookAlikes } from '../../../shared/receipts/LookAlikes.tsx'
import type { Decided } from '../../../shared/receipts/UndoBar.tsx'
import {
  type BlockedReceipt,
  type DeskChange,
  decideAndOpenNext,
  escalateAndOpenNext,
  openNext,
  openReceipt,
  type Queue,
  reloadReceipt,
  subtractHits,
  toDeskError,
  type Verdict,
} from './deskActions.ts'
import { type Draft, type Drafts, draftOf, withDraft, withoutDraft } from './drafts.ts'
import { useLease } from './lease.ts'

/** The desk at a moment: what lies on it, how many wait, what comes next, what was decided last and what went wrong. */
type DeskState = {
  item: ReviewItem | null
  queue: Queue | undefined
  nextPictures: DeskPicture[]
  decided: Decided | null
  fault: string | undefined
  /** The reload-alikes that it names. */
  unseenLookAlikes: Signal[]
  /** The receipt that was asked for, where it cannot be opened now. */
  blocked: BlockedReceipt | undefined
  /** The receipt that was asked for, where opening it failed and may work when it is tried again. */
  failedId: number | undefined
  drafts: Drafts
  busy: boolean
  opened: boolean
}

const POLL_MS = 15_000
const initialState: DeskState = {
  item: null,
  queue: undefined,
  nextPictures: [],
  decided: null,
  fault: undefined,
  unseenLookAlikes: [],
  blocked: undefined,
  failedId: undefined,
  drafts: new Map(),
  busy: false,
  opened: false,
}

/** A receipt that was asked for; asked for again it is another object. */
export type RequestedReceipt = { id: number }

/** The review desk's one state and what a reviewer can do with it; one thing at a time. It opens what is requested, or the next. */
export function useReviewDesk(requested: RequestedReceipt | undefined) {
  const [desk, setDesk] = useState<DeskState>(initialState)
  const working = useRef(false)
  const begun = useRef<RequestedReceipt | 'next'>(undefined)

  const run = useCallback(async (work: () => Promise<DeskChange>) => {
    if (working.current) return
    working.current = true
    setDesk(startWork)
    try {
      const outcome = await work().catch(toDeskError)
      setDesk((now) => applyChange(now, outcome))
    } finally {
      working.current = false
      setDesk((now) => ({ ...now, busy: false }))
    }
  }, [])

  const next = useCallback((skipId?: number) => run(() => openNext(skipId)), [run])
  const open = useCallback((id: number) => run(() => openReceipt(id)), [run])
  const decideOn = useCallback(
    (item: ReviewItem, verdict: Verdict) => run(() => decideAndOpenNext(item, verdict)),
    [run],
  )
  const escalate = useCallback((item: ReviewItem, note: string) => run(() => escalateAndOpenNext(item, note)), [run])
  const undo = useCallback((done: Decided) => run(() => subtractHits(done)), [run])
  const reload = useCallback(async (id: number) => {
    const seen = await reloadReceipt(id).catch(toDeskError)
    setDesk((now) => (now.item?.id === id ? { ...now, ...seen } : now))
  }, [])
  const saveDraft = useCallback((item: ReviewItem, part: Partial<Draft>) => {
    setDesk((now) => ({ ...now, drafts: withDraft(now.drafts, item, part) }))
  }, [])
  const clearError = useCallback(() => setDesk((now) => ({ ...now, fault: undefined })), [])

  useEffect(() => {
    // Back in view, a desk goes on with what lies on it.
    const first = requested ?? begun.current ?? 'next'
    if (begun.current === first) return
    begun.current = first
    void (first === 'next' ? next() : open(first.id))
  }, [next, open, requested])
  const isEmpty = desk.opened && !desk.item && !desk.blocked
  const { failedId } = desk
  const retry = useCallback(() => (failedId === undefined ? next() : open(failedId)), [next, open, failedId])
  const ended = useSessionEnded()
  useAfterSignIn(ended, isEmpty ? retry : clearError)
  usePolling(useIsActive() && isEmpty && !ended, retry)
  usePreloadedPictures(desk.nextPictures)
  const lease = useLease(desk.item?.id, working)
  return { ...desk, lease, open, next, retry, decideOn, escalate, undo, reload, saveDraft, clearError }
}

/** What an empty desk says stays until more is known. */
function startWork(now: DeskState): DeskState {
  return { ...now, busy: true, fault: now.item ? undefined : now.fault }
}

/** With the next decision initialState can bring the one before back to the desk. */
function applyChange(now: DeskState, outcome: DeskChange): DeskState {
  const stillHeld = outcome.decided ? withoutDraft(now.drafts, now.decided?.item.id) : now.drafts
  const drafts = rememberLookAlikes(stillHeld, outcome)
  // Waiting for a receipt goes on when one try fails.
  const blocked = outcome.failedId !== undefined && outcome.failedId === now.blocked?.id ? now.blocked : undefined
  return {
    ...now,
    fault: undefined,
    unseenLookAlikes: [],
    failedId: undefined,
    blocked,
    ...outcome,
    drafts,
    opened: true,
  }
}

/** Notes the reload-alikes that a refusal shows: the next approval says that they were seen. */
function rememberLookAlikes(drafts: Drafts, { item, unseenLookAlikes = [] }: DeskChange): Drafts {
  if (!item || unseenLookAlikes.length === 0) return drafts
  return withDraft(drafts, item, { lookAlikes: mergeLookAlikes(draftOf(drafts, item).lookAlikes, unseenLookAlikes) })
}

/** What failed for want of a session is done with when it is there again. */
function useAfterSignIn(ended: boolean, openNextAfter: () => void): void {
  const wasEnded = useRef(false)
  useEffect(() => {
    if (wasEnded.current && !ended) openNextAfter()
    wasEnded.current = ended
  }, [ended, openNextAfter])
}

/** An empty desk looks again by itself: for new receipts, or for the one that could not be opened. */
function usePolling(empty: boolean, retry: () => void): void {
  useEffect(() => {
    if (!empty) return
    const timer = setInterval(() => retry(), POLL_MS)
    return () => clearInterval(timer)
  }, [empty, retry])
}

/** Fetches and decodes what probably comes next, so that it is there at once. */
function usePreloadedPictures(nextPictures: DeskPicture[]): void {
  // A decode picture is stillHeld as long as somebody holds it.
  const lease = useRef<HTMLImageElement[]>([])
  useEffect(() => {
    const known = lease.current
    lease.current = [
      ...known.slice(-2),
      ...nextPictures.map(({ url }) => known.find(({ src }) => src.endsWith(url)) ?? decode(url)),
    ]
  }, [nextPictures])
}

function decode(url: string): HTMLImageElement {
  const image = new Image()
  image.src = url
  image.decode().catch(() => undefined)
  return image
}
