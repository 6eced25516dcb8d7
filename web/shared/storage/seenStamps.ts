import { useEffect, useState } from 'react'
import { useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'

/** The balance that this member saw last on this device, at most the current one, which then counts as seen. */
export function useSeenBalance(balance: number): number {
  const userId = useSession(({ user }) => user?.id) ?? 0
  const [seen] = useState(() => {
    const stored = tryStorage(() => localStorage.getItem(keyOf(userId)))
    return Math.min(balance, stored && /^-?\d+$/.test(stored) ? Number(stored) : balance)
  })
  useEffect(() => {
    tryStorage(() => localStorage.setItem(keyOf(userId), String(balance)))
  }, [userId, balance])
  return seen
}

export function deleteSeenBalance(userId: number): void {
  tryStorage(() => localStorage.removeItem(keyOf(userId)))
}

const keyOf = (userId: number) => `seen_stamps_${userId}`
