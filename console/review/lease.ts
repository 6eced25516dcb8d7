import { LEASE_MS } from '@stampus/contract/limits'
import { releaseLease, renewLease } from '@stampus/contract/review'
import { type RefObject, useEffect, useRef } from 'react'
import { call } from '../app/api.ts'

let open: number | undefined

/**
 * Keeps the receipt on the desk from lapsing while it is looked at; `lost` hears why where it could not be kept. While
 * something else is under way it waits: a renewal behind the next receipt would take the old one back.
 */
export function useLease(id: number | undefined, working: RefObject<boolean>, lost: (fault: unknown) => void): void {
  const kept = useRef<number>(undefined)
  useEffect(() => {
    open = id
    if (id === undefined) return
    let onDesk = true
    const keep = () => {
      if (!working.current) call(renewLease, { id }).catch((fault) => onDesk && lost(fault))
    }
    // The desk is back in sight; nobody kept its receipt meanwhile.
    if (kept.current === id) keep()
    kept.current = id
    const timer = setInterval(keep, LEASE_MS / 2)
    return () => {
      onDesk = false
      clearInterval(timer)
    }
  }, [id, working, lost])
}

/** Gives the receipt on the desk back to the queue, as far as that can be done. */
export async function releaseOpen(): Promise<void> {
  const id = open
  open = undefined
  if (id !== undefined) await call(releaseLease, { id }).catch(() => undefined)
}
