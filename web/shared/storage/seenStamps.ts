import { useEffect, useState } from 'react'
import { useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'

/**
 * The balance that this member last saw on this device before the card came up, and the present one where none was seen or
 * more was. What is shown now is the last seen one from then on.
 */
export function useSeenBalance(balance: number): number {
  const userId = useSession(({ user }) => user?.id) ?? 0
  const [seen] = useState(() => Math.min(balance, seenBalance(userId) ?? balance))
  useEffect(() => {
    tryStorage(() => localStorage.setItem(keyOf(userId), String(balance)))
  }, [userId, balance])
  return seen
}

/** Forgets what a member has seen on this device, for the member exists no more. */
export function forgetSeenBalance(userId: number): void {
  tryStorage(() => localStorage.removeItem(keyOf(userId)))
}

function seenBalance(userId: number): number | undefined {
  const kept = tryStorage(() => localStorage.getItem(keyOf(userId)))
  return kept && /^-?\d+$/.test(kept) ? Number(kept) : undefined
}

const keyOf = (userId: number) => `seen_stamps_${userId}`
