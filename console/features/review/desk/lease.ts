import { randomKey } from '@stampus/contract/client'
import { releaseLease, renewLease } from '@stampus/contract/console/review'
import { LEASE_MS } from '@stampus/contract/limits'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { activityEvents } from '../../../shared/api/activity.ts'
import { call, callKeepalive } from '../../../shared/api/api.ts'
import { toDeskError } from './deskActions.ts'

const WARN_BEFORE_MS = 60_000
const RETRY_MS = 5000

let openId: number | undefined
let releasing: Promise<unknown> = Promise.resolve()
let isShown = false
/** The receipt that arrived after the desk was left. */
let lateId: number | undefined

/** The lease of the open receipt: the seconds left once its end is near, and why the last renewal failed. */
export type LeaseState = { secondsLeft: number | undefined; error: string | undefined }

/**
 * Renews the lease of the open receipt while the operator is active. It waits while another action of the desk runs: a
 * renewal that arrives after the next receipt was taken would bring the old one back.
 */
export function useLease(id: number | undefined, isRunning: RefObject<boolean>): LeaseState {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const [error, setError] = useState<string>()
  const lastId = useRef<number>(undefined)
  useEffect(() => {
    openId = id
    announceToTabs(id)
    setSecondsLeft(undefined)
    setError(undefined)
    if (id === undefined) return
    const lease = watchLease(id, isRunning, { setSecondsLeft, setError })
    // The desk is visible again. Its receipt was released when it was hidden.
    if (lastId.current === id || lateId === id) void lease.renew()
    lastId.current = id
    lateId = undefined
    return lease.stop
  }, [id, isRunning])
  useReleaseOnLeave()
  return { secondsLeft, error }
}

type LeaseSetters = {
  setSecondsLeft: (seconds: number | undefined) => void
  setError: (error: string | undefined) => void
}

/** Checks the lease every second and renews it in its second half if the operator was active. */
export function watchLease(id: number, isRunning: RefObject<boolean>, { setSecondsLeft, setError }: LeaseSetters) {
  let until = performance.now() + LEASE_MS
  let wasActive = false
  let isWatching = true
  let isRenewing = false
  let retryAt = 0
  const send = () =>
    call(renewLease, { id }).then(
      () => {
        until = performance.now() + LEASE_MS
        if (isWatching) setError(undefined)
      },
      (error) => {
        retryAt = performance.now() + RETRY_MS
        if (isWatching) setError(toDeskError(error).error)
      },
    )
  const renew = async () => {
    if (isRenewing) return
    isRenewing = true
    wasActive = false
    try {
      await releasing
      if (!isRunning.current && isWatching) await send()
    } finally {
      isRenewing = false
    }
  }
  const check = () => {
    const leftMs = until - performance.now()
    if (wasActive && leftMs < LEASE_MS / 2 && performance.now() >= retryAt) void renew()
    setSecondsLeft(leftMs < WARN_BEFORE_MS ? Math.max(0, Math.ceil(leftMs / 1000)) : undefined)
  }
  const noteActivity = () => {
    wasActive = true
  }
  // The page comes back from the browser's page cache. It released the receipt when it went there.
  const restore = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    announceToTabs(id)
    void renew()
  }
  window.addEventListener('pageshow', restore)
  for (const name of activityEvents) document.addEventListener(name, noteActivity, { passive: true })
  const timer = setInterval(check, 1000)
  const stop = () => {
    isWatching = false
    clearInterval(timer)
    window.removeEventListener('pageshow', restore)
    for (const name of activityEvents) document.removeEventListener(name, noteActivity)
  }
  return { renew, stop }
}

/** Releases the receipt when the operator opens another page of the console or closes the tab. */
function useReleaseOnLeave(): void {
  useEffect(() => {
    isShown = true
    const release = () => {
      announceToTabs(undefined)
      if (openId !== undefined && !isOpenInAnotherTab(openId)) callKeepalive(releaseLease, { id: openId })
    }
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      isShown = false
      releasing = releaseCurrentLease()
    }
  }, [])
}

/** Returns the open receipt to the queue unless another tab has it open too. Ignores errors: the lease expires anyway. */
export async function releaseCurrentLease(): Promise<void> {
  const id = openId
  openId = undefined
  announceToTabs(undefined)
  if (id !== undefined && !isOpenInAnotherTab(id)) await call(releaseLease, { id }).catch(() => undefined)
}

/** Releases a receipt that arrives after the operator has left the desk. */
export function releaseIfHidden(id: number): void {
  if (isShown || isOpenInAnotherTab(id)) return
  lateId = id
  releasing = call(releaseLease, { id }).catch(() => undefined)
}

type Message = { tab: string; open?: number | undefined; isRequest?: true }

const tab = randomKey()
const channel = new BroadcastChannel('review-desk')
const openInOtherTabs = new Map<string, number>()
let openHere: number | undefined

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.isRequest) channel.postMessage({ tab, open: openHere } satisfies Message)
  else if (data.open === undefined) openInOtherTabs.delete(data.tab)
  else openInOtherTabs.set(data.tab, data.open)
}
channel.postMessage({ tab, isRequest: true } satisfies Message)

/** Reports to the other tabs of this browser which receipt is open here; undefined for none. */
function announceToTabs(open: number | undefined): void {
  openHere = open
  channel.postMessage({ tab, open } satisfies Message)
}

const isOpenInAnotherTab = (id: number) => [...openInOtherTabs.values()].includes(id)
