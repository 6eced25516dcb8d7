import { hasStatus } from '@stampus/contract/client'
import { useLocation } from 'wouter'
import { CallError } from './api/api.ts'
import { paths } from './paths.ts'
import { storeCashier } from './storage/ownPhone.ts'

/** Whether a call failed because the PIN must be entered again, or the phone is no counter any more. */
export const isWorkOver = (error: unknown) =>
  hasStatus(error, 401) || (error instanceof CallError && error.code === 'pin_needed')

/** Lets the next cashier enter a PIN, and then comes back to this page. */
export function usePinRequest(): () => void {
  const [here, navigate] = useLocation()
  return () => {
    storeCashier(null)
    navigate(paths.counter, { state: { next: here } })
  }
}

export const pageAfterPin = (): string | undefined => (history.state as { next?: string } | null)?.next
