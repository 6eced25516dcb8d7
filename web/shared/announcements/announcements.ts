import { list } from '@stampus/contract/announcements'
import { ANNOUNCEMENT_LAST_PAGE } from '@stampus/contract/limits'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useEndlessList } from '../api/endless.ts'
import { useSession } from '../storage/session.ts'
import { tryStorage } from '../storage/tryStorage.ts'
import { type Read, unreadCount } from './unread.ts'

/** The published announcements, up to page 50. The list, the page of one announcement and the badge share them. */
export function useAnnouncements() {
  return useEndlessList(list, {}, { lastPage: ANNOUNCEMENT_LAST_PAGE })
}

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

/** The number of unread announcements. 0 for a guest and while loading. */
export function useUnreadCount(): number {
  const read = useReadMarks()
  const { rows, hasNextPage, isFetching, isError, fetchNextPage } = useAnnouncements()
  const count = read && unreadCount(read, { rows, hasNextPage })
  const needsMore = read !== undefined && count === undefined && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (needsMore) void fetchNextPage({ cancelRefetch: false })
  }, [needsMore, fetchNextPage])
  return count ?? 0
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
