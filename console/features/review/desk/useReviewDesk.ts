import type { DeskPicture, Signal } from '@stampus/contract/console/evidence'
import type { ReviewItem } from '@stampus/contract/console/review'
import type { ReasonCode } from '@stampus/contract/reasons'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsActive } from '../../../shared/api/activity.ts'
import { useSessionEnded } from '../../../shared/api/queries.ts'
import { presetReasons } from '../../../shared/labels/reasons.ts'
import { type FactValues, typedFacts } from '../../../shared/receipts/facts.ts'
import { mergeLookAlikes } from '../../../shared/receipts/Signals.tsx'
import type { Decided } from '../../../shared/receipts/UndoBar.tsx'
import {
  type Decision,
  type DeskChange,
  type DeskContent,
  decideAndOpenNext,
  escalateAndOpenNext,
  openNext,
  openReceipt,
  reloadReceipt,
  toDeskError,
  undoLastDecision,
} from './deskActions.ts'
import { releaseIfHidden, useLease } from './lease.ts'

/** The texts for the member, and the code under which statistics count the rejection. */
export type Rejection = { reason: string; notes: string; reason_code?: ReasonCode }

/** What the operator typed for a receipt that is not decided yet. Drafts are kept by its id. */
export type Draft = {
  /** The facts with the operator's corrections. */
  facts: FactValues
  /** The fields of the correction form when Escape closed it. */
  fields?: FactValues | undefined
  rejection: Rejection
  /** The note to the managers. */
  note: string
  /** Approved look-alikes that errors have shown. Corrected facts may have others than the receipt's signals name. */
  lookAlikes: Signal[]
}

type Drafts = ReadonlyMap<number, Draft>

/** The draft of this receipt; without one, the facts that the member typed. */
export function getDraft(drafts: Drafts, item: ReviewItem): Draft {
  return (
    drafts.get(item.id) ?? { facts: typedFacts(item), rejection: { reason: '', notes: '' }, note: '', lookAlikes: [] }
  )
}

export function updateDraft(drafts: Drafts, item: ReviewItem, part: Partial<Draft>): Drafts {
  return new Map(drafts).set(item.id, { ...getDraft(drafts, item), ...part })
}

function withoutDraft(drafts: Drafts, id: number | undefined): Drafts {
  return new Map([...drafts].filter(([known]) => known !== id))
}

/** Changes the reason. Its code stays while the text still starts with the text of the preset reason. */
export function withReason({ reason_code: code, ...rest }: Rejection, reason: string): Rejection {
  const preset = presetReasons.find((known) => known.code === code)
  const isStillPreset = preset && reason.startsWith(preset.text)
  return { ...rest, reason, ...(isStillPreset && { reason_code: preset.code }) }
}

type DeskState = DeskContent & {
  drafts: Drafts
  isBusy: boolean
  /** Whether a first action has ended. */
  isOpened: boolean
}

const POLL_MS = 15_000
export const initialState: DeskState = {
  item: null,
  queue: undefined,
  nextPictures: [],
  decided: null,
  error: undefined,
  unseenLookAlikes: [],
  blocked: undefined,
  failedId: undefined,
  drafts: new Map(),
  isBusy: false,
  isOpened: false,
}

/** A receipt that a link asked for. Each request is a new object, also for the same receipt. */
export type RequestedReceipt = { id: number }

/** The state of the review desk and its actions, one at a time. Opens the requested receipt, or else the next one. */
export function useReviewDesk(requested: RequestedReceipt | undefined) {
  const [desk, setDesk] = useState<DeskState>(initialState)
  const isRunning = useRef(false)
  const lastRequest = useRef<RequestedReceipt | 'next'>(undefined)

  const run = async (action: () => Promise<DeskChange>) => {
    if (isRunning.current) return
    isRunning.current = true
    // An empty desk keeps its error on screen while it tries again.
    setDesk((now) => ({ ...now, isBusy: true, error: now.item ? undefined : now.error }))
    try {
      const change: DeskChange = await action().catch(toDeskError)
      setDesk((now) => applyChange(now, change))
      if (change.item) releaseIfHidden(change.item.id)
    } finally {
      isRunning.current = false
      setDesk((now) => ({ ...now, isBusy: false }))
    }
  }
  const next = (skipId?: number) => run(() => openNext(skipId))
  const open = (id: number) => run(() => openReceipt(id))
  const reload = async (id: number) => {
    const change = await reloadReceipt(id).catch(toDeskError)
    setDesk((now) => applyReload(now, id, change))
  }
  const clearError = () => setDesk((now) => ({ ...now, error: undefined }))
  const { failedId } = desk
  const retry = () => (failedId === undefined ? next() : open(failedId))

  const start = useEffectEvent((request: RequestedReceipt | 'next') => {
    // A desk that becomes visible again starts again, but keeps its receipt.
    if (lastRequest.current === request) return
    lastRequest.current = request
    void (request === 'next' ? next() : open(request.id))
  })
  useEffect(() => start(requested ?? lastRequest.current ?? 'next'), [requested])
  const isEmpty = desk.isOpened && !desk.item && !desk.blocked
  const sessionEnded = useSessionEnded()
  useAfterSignIn(sessionEnded, isEmpty ? retry : clearError)
  usePolling(useIsActive() && isEmpty && !sessionEnded, POLL_MS, () => void retry())
  usePreloadedPictures(desk.nextPictures)
  return {
    ...desk,
    lease: useLease(desk.item?.id, isRunning),
    next,
    open,
    retry,
    reload,
    clearError,
    decide: (item: ReviewItem, decision: Decision) => run(() => decideAndOpenNext(item, decision)),
    escalate: (item: ReviewItem, note: string) => run(() => escalateAndOpenNext(item, note)),
    undo: (decided: Decided) => run(() => undoLastDecision(decided)),
    saveDraft: (item: ReviewItem, part: Partial<Draft>) =>
      setDesk((now) => ({ ...now, drafts: updateDraft(now.drafts, item, part) })),
  }
}

export type ReviewDesk = ReturnType<typeof useReviewDesk>

export function applyChange(now: DeskState, change: DeskChange): DeskState {
  // A new decision makes the previous one final, so its draft is no longer needed.
  const remaining = change.decided ? withoutDraft(now.drafts, now.decided?.item.id) : now.drafts
  const drafts = rememberLookAlikes(remaining, change)
  // While the operator waits for a blocked receipt, a failed attempt does not end the waiting.
  const blocked = change.failedId !== undefined && change.failedId === now.blocked?.id ? now.blocked : undefined
  return {
    ...now,
    error: undefined,
    unseenLookAlikes: [],
    failedId: undefined,
    blocked,
    ...change,
    drafts,
    isOpened: true,
  }
}

/** The desk after a reload, which counts only while its receipt is still the open one. */
export function applyReload(now: DeskState, id: number, change: DeskChange): DeskState {
  return now.item?.id === id ? { ...now, ...change } : now
}

/** The next approval tells the server that the look-alikes of an error were seen. */
function rememberLookAlikes(drafts: Drafts, { item, unseenLookAlikes = [] }: DeskChange): Drafts {
  if (!item || unseenLookAlikes.length === 0) return drafts
  return updateDraft(drafts, item, { lookAlikes: mergeLookAlikes(getDraft(drafts, item).lookAlikes, unseenLookAlikes) })
}

function useAfterSignIn(sessionEnded: boolean, onSignedIn: () => void): void {
  const wasEnded = useRef(false)
  const act = useEffectEvent(onSignedIn)
  useEffect(() => {
    if (wasEnded.current && !sessionEnded) act()
    wasEnded.current = sessionEnded
  }, [sessionEnded])
}

export function usePolling(isPolling: boolean, everyMs: number, poll: () => void): void {
  const act = useEffectEvent(poll)
  useEffect(() => {
    if (!isPolling) return
    const timer = setInterval(() => act(), everyMs)
    return () => clearInterval(timer)
  }, [isPolling, everyMs])
}

/** Fetches and decodes the pictures that probably come next, so that they show at once. */
function usePreloadedPictures(pictures: DeskPicture[]): void {
  // The browser keeps a decoded picture only while something references it.
  const images = useRef<HTMLImageElement[]>([])
  useEffect(() => {
    const known = images.current
    images.current = [
      ...known.slice(-2),
      ...pictures.map(({ url }) => known.find(({ src }) => src.endsWith(url)) ?? preload(url)),
    ]
  }, [pictures])
}

function preload(url: string): HTMLImageElement {
  const image = new Image()
  image.src = url
  image.decode().catch(() => undefined)
  return image
}
