import { useEffect } from 'react'
import { create } from 'zustand'
import { useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'
import type { Read } from './unread.ts'

/** The ids of the announcements that each user has read, loaded on demand. */
const useReadIds = create<Record<number, number[]>>(() => ({}))

/** What the signed-in user has read. Undefined for a guest. */
export function useReadMarks(): Read | undefined {
  const userId = useSession((session) => session.user?.id)
  const since = useSession((session) => session.user?.created_at)
  useEffect(() => (userId === undefined ? undefined : followOtherTabs(userId)), [userId])
  const marked = useReadIds((marks) => (userId === undefined ? undefined : marks[userId]))
  return userId === undefined ? undefined : { ids: marked ?? storedIds(userId), since }
}

/** Marks announcements as read on this device. */
export function markRead(...ids: number[]): void {
  const userId = useSession.getState().user?.id
  if (userId === undefined) return
  const before = useReadIds.getState()[userId] ?? []
  const merged = [...new Set([...storedIds(userId), ...before, ...ids])]
  if (merged.length === before.length) return
  tryStorage(() => localStorage.setItem(keyOf(userId), JSON.stringify(merged)))
  useReadIds.setState({ [userId]: merged })
}

/** Deletes the marks of a member whose account is deleted. */
export function deleteReadMarks(userId: number): void {
  tryStorage(() => localStorage.removeItem(keyOf(userId)))
  useReadIds.setState({ [userId]: [] })
}

/** Applies what the user reads in another tab. */
function followOtherTabs(userId: number): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === keyOf(userId)) useReadIds.setState({ [userId]: storedIds(userId) })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function storedIds(userId: number): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

function keyOf(userId: number): string {
  return `read_announcements_${userId}`
}
