import { LEASE_MS } from '@stampus/contract/limits'
import { renewLease } from '@stampus/contract/review'
import { type RefObject, useEffect } from 'react'
import { call } from '../app/api.ts'

/**
 * Keeps the receipt on the desk from lapsing while it is looked at; `lost` hears why where it could not be kept. While
 * something else is under way it waits: a renewal behind the next receipt would take the old one back.
 */
export function useLease(id: number | undefined, working: RefObject<boolean>, lost: (fault: unknown) => void): void {
  useEffect(() => {
    if (id === undefined) return
    let onDesk = true
    const timer = setInterval(() => {
      if (!working.current) call(renewLease, { id }).catch((fault) => onDesk && lost(fault))
    }, LEASE_MS / 2)
    return () => {
      onDesk = false
      clearInterval(timer)
    }
  }, [id, working, lost])
}
