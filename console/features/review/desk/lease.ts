import { releaseLease, renewLease } from '@stampus/contract/console/review'
import { LEASE_MS } from '@stampus/contract/limits'
import { randomKey } from '@stampus/contract/values/randomKey'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { call, callAndLeave } from '../../../shared/api/api.ts'
import { signsOfLife } from '../../../shared/api/presence.ts'
import { faultOf } from './deskActions.ts'

const NEAR_MS = 60_000
const PAUSE_MS = 5000

let open: number | undefined
let releasing: Promise<unknown> = Promise.resolve()

/** How a receipt is held: the seconds left once the end is near, and why it could not be held longer. */
export type Held = { left: number | undefined; fault: string | undefined }

/**
 * Keeps the receipt on the desk from lapsing while somebody works at it. While something else is under way it waits: a
 * renewal behind the next receipt would take the old one back.
 */
export function useLease(id: number | undefined, working: RefObject<boolean>): Held {
  const [left, setLeft] = useState<number>()
  const [fault, setFault] = useState<string>()
  const kept = useRef<number>(undefined)
  useEffect(() => {
    open = id
    tellTabs(id)
    setLeft(undefined)
    setFault(undefined)
    if (id === undefined) return
    const held = holding(id, working, { left: setLeft, fault: setFault })
    // The desk is back in sight; its receipt was given back meanwhile.
    if (kept.current === id) void held.keep()
    kept.current = id
    return held.leave
  }, [id, working])
  useLeaving()
  return { left, fault }
}

type Telling = { left: (seconds: number | undefined) => void; fault: (why: string | undefined) => void }

/** Looks every second how long the receipt is still held, and holds it longer where there was a sign of life. */
function holding(id: number, working: RefObject<boolean>, tell: Telling) {
  let until = performance.now() + LEASE_MS
  let active = false
  let onDesk = true
  let renewing = false
  let restUntil = 0
  const renew = () =>
    call(renewLease, { id }).then(
      () => {
        until = performance.now() + LEASE_MS
        if (onDesk) tell.fault(undefined)
      },
      (fault) => {
        restUntil = performance.now() + PAUSE_MS
        if (onDesk) tell.fault(faultOf(fault).fault)
      },
    )
  const keep = async () => {
    if (renewing) return
    renewing = true
    active = false
    try {
      await releasing
      if (!working.current && onDesk) await renew()
    } finally {
      renewing = false
    }
  }
  const look = () => {
    const leftMs = until - performance.now()
    if (active && leftMs < LEASE_MS / 2 && performance.now() >= restUntil) void keep()
    tell.left(leftMs < NEAR_MS ? Math.max(0, Math.ceil(leftMs / 1000)) : undefined)
  }
  const note = () => {
    active = true
  }
  // Back from the browser's memory of pages: on its way there the page gave the receipt back.
  const back = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    tellTabs(id)
    void keep()
  }
  window.addEventListener('pageshow', back)
  for (const sign of signsOfLife) document.addEventListener(sign, note, { passive: true })
  const timer = setInterval(look, 1000)
  const leave = () => {
    onDesk = false
    clearInterval(timer)
    window.removeEventListener('pageshow', back)
    for (const sign of signsOfLife) document.removeEventListener(sign, note)
  }
  return { keep, leave }
}

/** Another page of the console, or a closed tab, gives the receipt back, unless another tab has it open too. */
function useLeaving(): void {
  useEffect(() => {
    const leave = () => {
      tellTabs(undefined)
      if (open !== undefined && !isOpenInAnotherTab(open)) callAndLeave(releaseLease, { id: open })
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      releasing = releaseOpen()
    }
  }, [])
}

/** Gives the receipt on the desk back to the queue, as far as that can be done and no other tab has it open. */
export async function releaseOpen(): Promise<void> {
  const id = open
  open = undefined
  tellTabs(undefined)
  if (id !== undefined && !isOpenInAnotherTab(id)) await call(releaseLease, { id }).catch(() => undefined)
}

type Message = { tab: string; open?: number | undefined; asking?: true }

const tab = randomKey()
const channel = new BroadcastChannel('review-desk')
const others = new Map<string, number>()
let own: number | undefined

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.asking) channel.postMessage({ tab, open: own } satisfies Message)
  else if (data.open === undefined) others.delete(data.tab)
  else others.set(data.tab, data.open)
}
channel.postMessage({ tab, asking: true } satisfies Message)

/** Tells the other tabs of this browser which receipt lies on this tab's desk, undefined for none. */
export function tellTabs(open: number | undefined): void {
  own = open
  channel.postMessage({ tab, open } satisfies Message)
}

/** Whether another tab of this browser has the receipt on its desk. */
export function isOpenInAnotherTab(id: number): boolean {
  return [...others.values()].includes(id)
}
