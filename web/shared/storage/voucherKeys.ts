import { randomKey } from '@stampus/contract/client'
import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { create } from 'zustand'
import { OPENED_VOUCHERS_KEY, useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'

/** A voucher that shows without a network: the key of its codes, and when the server gave it. */
export type OpenedVoucher = { key: string; since: string; voucher: Voucher }

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

export function useOpenedVoucher(id: string): OpenedVoucher | undefined {
  const owner = useSession(({ user }) => user?.id)
  return useStored(({ stored }) => (stored?.owner === owner ? stored?.opened[id] : undefined))
}

export function useOpenedVouchers(): Voucher[] {
  const owner = useSession(({ user }) => user?.id)
  const stored = useStored((state) => state.stored)
  return stored?.owner === owner ? Object.values(stored?.opened ?? {}).map(({ voucher }) => voucher) : []
}

export function findOpenedVoucher(id: string): OpenedVoucher | undefined {
  return ownVouchers()[id]
}

export function keepOpenedVoucher(id: string, opened: OpenedVoucher): void {
  save({ ...ownVouchers(), [id]: opened })
}

/** Deletes the key of a voucher that is over, unless the answer (from `asOf`) is older than the key. */
export function forgetOpenedVoucher(id: string, asOf?: string): void {
  const { [id]: found, ...others } = ownVouchers()
  if (found && !(asOf && Date.parse(asOf) < Date.parse(found.since))) save(others)
}

function save(opened: Stored['opened']): void {
  const owner = useSession.getState().user?.id
  if (owner === undefined) return
  const stored = { owner, opened }
  tryStorage(() => localStorage.setItem(OPENED_VOUCHERS_KEY, JSON.stringify(stored)))
  // Where the browser blocks storage, the keys live in this page.
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

const keysOfThisPage = new Map<string, string>()

/** The key of a claim that has no answer yet: a repeat takes it again, also after the page was loaded again. */
export function claimKey(rewardId: number): string {
  const name = nameOf(rewardId)
  const key = tryStorage(() => sessionStorage.getItem(name)) ?? keysOfThisPage.get(name) ?? randomKey()
  keysOfThisPage.set(name, key)
  tryStorage(() => sessionStorage.setItem(name, key))
  return key
}

/** After an answer, so that the next claim of this reward is another one. */
export function forgetClaimKey(rewardId: number): void {
  const name = nameOf(rewardId)
  keysOfThisPage.delete(name)
  tryStorage(() => sessionStorage.removeItem(name))
}

const nameOf = (rewardId: number) => `claim_${useSession.getState().user?.id}_${rewardId}`

let claimedVoucher: string | undefined

/** Call this before the page of a voucher that was just claimed opens. */
export function noteClaim(voucherId: number): void {
  claimedVoucher = String(voucherId)
}

/** Whether this voucher was just claimed: true once. */
export function takeClaim(voucherId: string): boolean {
  const isClaimed = claimedVoucher === voucherId
  claimedVoucher = undefined
  return isClaimed
}
