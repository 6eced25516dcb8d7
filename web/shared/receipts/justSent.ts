import { parseAmount, stampsFor } from '@stampus/contract/values/money'
import { create } from 'zustand'
import { settings } from '../settings.ts'

/** A receipt that has just arrived: who sent it, and the stamps that its amount earns. */
type Sent = { owner: number | null; stamps: number }

export const useJustSent = create<{ sent: Sent | undefined }>(() => ({ sent: undefined }))

/** Records that a receipt of `amount`, as decimal text, has arrived. */
export function noteJustSent(owner: number | null, amount: string): void {
  useJustSent.setState({ sent: { owner, stamps: stampsFor(parseAmount(amount) ?? 0, settings) } })
}

export function forgetJustSent(): void {
  useJustSent.setState({ sent: undefined })
}
