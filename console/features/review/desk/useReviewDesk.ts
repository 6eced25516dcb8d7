import type { ReviewItem } from '@stampus/contract/console/review'
import type { DeskPicture, Signal } from '@stampus/contract/console/signals'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePresent } from '../../../shared/api/presence.ts'
import { useSessionEnded } from '../../../shared/api/queries.ts'
import { withLookAlikes } from '../../../shared/receipts/LookAlikes.tsx'
import type { Decided } from '../../../shared/receipts/UndoBar.tsx'
import {
  type Blocked,
  type Change,
  decideAndGoOn,
  escalateAndGoOn,
  faultOf,
  lookAgain,
  openCertain,
  openNext,
  type Queue,
  takeBack,
  type Verdict,
} from './deskActions.ts'
import { type Draft, type Drafts, draftOf, withDraft, withoutDraft } from './drafts.ts'
import { useLease } from './lease.ts'

/** The desk at a moment: what lies on it, how many wait, what comes next, what was decided last and what went wrong. */
type Desk = {
  item: ReviewItem | null
  queue: Queue | undefined
  ahead: DeskPicture[]
  decided: Decided | null
  fault: string | undefined
  /** The look-alikes that it names. */
  unseen: Signal[]
  /** The receipt that was asked for, where it cannot be opened now. */
  blocked: Blocked | undefined
  /** The receipt that was asked for, where opening it failed and may work when it is tried again. */
  unopened: number | undefined
  drafts: Drafts
  busy: boolean
  opened: boolean
}

const LOOK_AGAIN_MS = 15_000
const nothing: Desk = {
  item: null,
  queue: undefined,
  ahead: [],
  decided: null,
  fault: undefined,
  unseen: [],
  blocked: undefined,
  unopened: undefined,
  drafts: new Map(),
  busy: false,
  opened: false,
}

/** A receipt that was asked for; asked for again it is another object. */
export type Wanted = { id: number }

/** The review desk's one state and what a reviewer can do with it; one thing at a time. It opens what is wanted, or the next. */
export function useDesk(wanted: Wanted | undefined) {
  const [desk, setDesk] = useState<Desk>(nothing)
  const working = useRef(false)
  const begun = useRef<Wanted | 'next'>(undefined)

  const act = useCallback(async (work: () => Promise<Change>) => {
    if (working.current) return
    working.current = true
    setDesk(begin)
    try {
      const outcome = await work().catch(faultOf)
      setDesk((now) => changed(now, outcome))
    } finally {
      working.current = false
      setDesk((now) => ({ ...now, busy: false }))
    }
  }, [])

  const next = useCallback((skipId?: number) => act(() => openNext(skipId)), [act])
  const open = useCallback((id: number) => act(() => openCertain(id)), [act])
  const pass = useCallback((item: ReviewItem, verdict: Verdict) => act(() => decideAndGoOn(item, verdict)), [act])
  const escalate = useCallback((item: ReviewItem, note: string) => act(() => escalateAndGoOn(item, note)), [act])
  const undo = useCallback((done: Decided) => act(() => takeBack(done)), [act])
  const look = useCallback(async (id: number) => {
    const seen = await lookAgain(id).catch(faultOf)
    setDesk((now) => (now.item?.id === id ? { ...now, ...seen } : now))
  }, [])
  const type = useCallback((item: ReviewItem, part: Partial<Draft>) => {
    setDesk((now) => ({ ...now, drafts: withDraft(now.drafts, item, part) }))
  }, [])
  const forgetFault = useCallback(() => setDesk((now) => ({ ...now, fault: undefined })), [])

  useEffect(() => {
    // Back in sight, a desk goes on with what lies on it.
    const first = wanted ?? begun.current ?? 'next'
    if (begun.current === first) return
    begun.current = first
    void (first === 'next' ? next() : open(first.id))
  }, [next, open, wanted])
  const isEmpty = desk.opened && !desk.item && !desk.blocked
  const { unopened } = desk
  const retry = useCallback(() => (unopened === undefined ? next() : open(unopened)), [next, open, unopened])
  const ended = useSessionEnded()
  useSignedInAgain(ended, isEmpty ? retry : forgetFault)
  useLookAgain(usePresent() && isEmpty && !ended, retry)
  usePicturesAhead(desk.ahead)
  const held = useLease(desk.item?.id, working)
  return { ...desk, held, open, next, retry, pass, escalate, undo, look, type, forgetFault }
}

/** What an empty desk says stays until more is known. */
function begin(now: Desk): Desk {
  return { ...now, busy: true, fault: now.item ? undefined : now.fault }
}

/** With the next decision nothing can bring the one before back to the desk. */
function changed(now: Desk, outcome: Change): Desk {
  const kept = outcome.decided ? withoutDraft(now.drafts, now.decided?.item.id) : now.drafts
  const drafts = withShown(kept, outcome)
  // Waiting for a receipt goes on when one try fails.
  const blocked = outcome.unopened !== undefined && outcome.unopened === now.blocked?.id ? now.blocked : undefined
  return { ...now, fault: undefined, unseen: [], unopened: undefined, blocked, ...outcome, drafts, opened: true }
}

/** Notes the look-alikes that a refusal shows: the next approval says that they were seen. */
function withShown(drafts: Drafts, { item, unseen = [] }: Change): Drafts {
  if (!item || unseen.length === 0) return drafts
  return withDraft(drafts, item, { alike: withLookAlikes(draftOf(drafts, item).alike, unseen) })
}

/** What failed for want of a session is done with when it is there again. */
function useSignedInAgain(ended: boolean, goOn: () => void): void {
  const wasEnded = useRef(false)
  useEffect(() => {
    if (wasEnded.current && !ended) goOn()
    wasEnded.current = ended
  }, [ended, goOn])
}

/** An empty desk looks again by itself: for new receipts, or for the one that could not be opened. */
function useLookAgain(empty: boolean, retry: () => void): void {
  useEffect(() => {
    if (!empty) return
    const timer = setInterval(() => retry(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [empty, retry])
}

/** Fetches and decodes what probably comes next, so that it is there at once. */
export function usePicturesAhead(ahead: DeskPicture[]): void {
  // A decoded picture is kept as long as somebody holds it.
  const held = useRef<HTMLImageElement[]>([])
  useEffect(() => {
    const known = held.current
    held.current = [
      ...known.slice(-2),
      ...ahead.map(({ url }) => known.find(({ src }) => src.endsWith(url)) ?? decoded(url)),
    ]
  }, [ahead])
}

function decoded(url: string): HTMLImageElement {
  const image = new Image()
  image.src = url
  image.decode().catch(() => undefined)
  return image
}
