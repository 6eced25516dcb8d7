import type { ReviewItem } from '@stampus/contract/console/review'
import type { DeskPicture, Signal } from '@stampus/contract/console/signals'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useIsActive } from '../../../shared/api/activity.ts'
import { useSessionEnded } from '../../../shared/api/queries.ts'
import type { Decided } from '../../../shared/receipts/DecidedBar.tsx'
import { mergeLookAlikes } from '../../../shared/receipts/LookAlikes.tsx'
import {
  type BlockedReceipt,
  type Decision,
  type DeskChange,
  decideAndOpenNext,
  escalateAndOpenNext,
  openNext,
  openReceipt,
  type Queue,
  reloadReceipt,
  toDeskError,
  undoLastDecision,
} from './deskActions.ts'
import { type Draft, type Drafts, getDraft, updateDraft, withoutDraft } from './drafts.ts'
import { useLease } from './lease.ts'

type DeskState = {
  item: ReviewItem | null
  queue: Queue | undefined
  nextPictures: DeskPicture[]
  decided: Decided | null
  error: string | undefined
  /** The look-alikes that the error names. */
  unseenLookAlikes: Signal[]
  /** The requested receipt, if it cannot be opened now. */
  blocked: BlockedReceipt | undefined
  /** The requested receipt, if opening it failed and may work later. */
  failedId: number | undefined
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

  const run = useCallback(async (action: () => Promise<DeskChange>) => {
    if (isRunning.current) return
    isRunning.current = true
    setDesk(startAction)
    try {
      const change = await action().catch(toDeskError)
      setDesk((now) => applyChange(now, change))
    } finally {
      isRunning.current = false
      setDesk((now) => ({ ...now, isBusy: false }))
    }
  }, [])

  const next = useCallback((skipId?: number) => run(() => openNext(skipId)), [run])
  const open = useCallback((id: number) => run(() => openReceipt(id)), [run])
  const decide = useCallback(
    (item: ReviewItem, decision: Decision) => run(() => decideAndOpenNext(item, decision)),
    [run],
  )
  const escalate = useCallback((item: ReviewItem, note: string) => run(() => escalateAndOpenNext(item, note)), [run])
  const undo = useCallback((decided: Decided) => run(() => undoLastDecision(decided)), [run])
  const reload = useCallback(async (id: number) => {
    const change = await reloadReceipt(id).catch(toDeskError)
    setDesk((now) => applyReload(now, id, change))
  }, [])
  const saveDraft = useCallback((item: ReviewItem, part: Partial<Draft>) => {
    setDesk((now) => ({ ...now, drafts: updateDraft(now.drafts, item, part) }))
  }, [])
  const clearError = useCallback(() => setDesk((now) => ({ ...now, error: undefined })), [])

  useEffect(() => {
    // A desk that becomes visible again runs this effect again, but keeps its receipt.
    const request = requested ?? lastRequest.current ?? 'next'
    if (lastRequest.current === request) return
    lastRequest.current = request
    void (request === 'next' ? next() : open(request.id))
  }, [next, open, requested])
  const isEmpty = desk.isOpened && !desk.item && !desk.blocked
  const { failedId } = desk
  const retry = useCallback(() => (failedId === undefined ? next() : open(failedId)), [next, open, failedId])
  const sessionEnded = useSessionEnded()
  useAfterSignIn(sessionEnded, isEmpty ? retry : clearError)
  usePolling(useIsActive() && isEmpty && !sessionEnded, retry)
  usePreloadedPictures(desk.nextPictures)
  const lease = useLease(desk.item?.id, isRunning)
  return { ...desk, lease, open, next, retry, decide, escalate, undo, reload, saveDraft, clearError }
}

/** An empty desk keeps its error on screen while it tries again. */
function startAction(now: DeskState): DeskState {
  return { ...now, isBusy: true, error: now.item ? undefined : now.error }
}

/** The desk after an action. */
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

/** Adds the look-alikes that an error shows to the draft: the next approval tells the server that they were seen. */
function rememberLookAlikes(drafts: Drafts, { item, unseenLookAlikes = [] }: DeskChange): Drafts {
  if (!item || unseenLookAlikes.length === 0) return drafts
  return updateDraft(drafts, item, { lookAlikes: mergeLookAlikes(getDraft(drafts, item).lookAlikes, unseenLookAlikes) })
}

function useAfterSignIn(sessionEnded: boolean, onSignedIn: () => void): void {
  const wasEnded = useRef(false)
  useEffect(() => {
    if (wasEnded.current && !sessionEnded) onSignedIn()
    wasEnded.current = sessionEnded
  }, [sessionEnded, onSignedIn])
}

/** Tries again at intervals: for a new receipt, or for the one that could not be opened. */
function usePolling(isPolling: boolean, retry: () => void): void {
  useEffect(() => {
    if (!isPolling) return
    const timer = setInterval(() => retry(), POLL_MS)
    return () => clearInterval(timer)
  }, [isPolling, retry])
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
