import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { create } from 'zustand'
import { OPENED_VOUCHERS_KEY, useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'

/**
 * A voucher that was opened on this device: the key for its codes, how far the server's clock is ahead of this one, in
 * milliseconds, and what the voucher says, so that it shows without a network.
 */
export type OpenedVoucher = { key: string; ahead: number; voucher: Voucher }

/** `owner` is the member whose vouchers these are. They are deleted with the session. */
type Stored = { owner: number; opened: Record<string, OpenedVoucher> }

const useStored = create<{ stored: Stored | undefined }>(() => ({ stored: readStored() }))

const readAgain = () => useStored.setState({ stored: readStored() })
window.addEventListener('storage', ({ key }) => {
  if (key === OPENED_VOUCHERS_KEY || key === null) readAgain()
})
useSession.subscribe((now, before) => {
  if (now.token !== before.token) readAgain()
})

/** The opened voucher with this id, followed as it changes here and in other tabs. */
export function useOpenedVoucher(id: string): OpenedVoucher | undefined {
  const owner = useSession(({ user }) => user?.id)
  return useStored(({ stored }) => (stored?.owner === owner ? stored?.opened[id] : undefined))
}

/** The same as it is now. */
export function findOpenedVoucher(id: string): OpenedVoucher | undefined {
  return ownVouchers()[id]
}

export function keepOpenedVoucher(id: string, opened: OpenedVoucher): void {
  save({ ...ownVouchers(), [id]: opened })
}

/** So little may be the network and not the clock. */
const JITTER_MS = 500

/** Notes how far the server's clock is ahead of this one now, which may have been set since the vouchers were opened. */
export function correctClock(ahead: number): void {
  const opened = Object.entries(ownVouchers())
  if (opened.every(([, one]) => Math.abs(one.ahead - ahead) < JITTER_MS)) return
  save(Object.fromEntries(opened.map(([id, one]) => [id, { ...one, ahead }])))
}

/** Deletes the key of a voucher that is no longer ready. */
export function forgetOpenedVoucher(id: string): void {
  const { [id]: found, ...others } = ownVouchers()
  if (found) save(others)
}

/** Where the browser blocks storage, the keys live in this page. */
function save(opened: Stored['opened']): void {
  const owner = useSession.getState().user?.id
  if (owner === undefined) return
  const stored = { owner, opened }
  tryStorage(() => localStorage.setItem(OPENED_VOUCHERS_KEY, JSON.stringify(stored)))
  useStored.setState({ stored })
}

function ownVouchers(): Stored['opened'] {
  const stored = readStored() ?? useStored.getState().stored
  return stored && stored.owner === useSession.getState().user?.id ? stored.opened : {}
}

function readStored(): Stored | undefined {
  return tryStorage(() => {
    const stored: Stored | null = JSON.parse(localStorage.getItem(OPENED_VOUCHERS_KEY) ?? 'null')
    return stored && typeof stored.opened === 'object' ? stored : undefined
  })
}
