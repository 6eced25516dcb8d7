import { stampsFor } from '@stampus/contract/values/money'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import { create } from 'zustand'
import { settings } from '../settings.ts'

/** A receipt that has arrived: who sent it, the stamps that its amount earns, and when it arrived, in milliseconds. */
type Sent = { owner: number | null; stamps: number; at: number }

export const useJustSent = create<{ sent: Sent | undefined }>(() => ({ sent: undefined }))

/** Records that a receipt of `amount`, as decimal text, has arrived. */
export function noteJustSent(owner: number | null, amount: string): void {
  const stamps = stampsFor(parseAmount(amount) ?? 0, settings)
  useJustSent.setState({ sent: { owner, stamps, at: Date.now() } })
}

export function forgetJustSent(): void {
  useJustSent.setState({ sent: undefined })
}
