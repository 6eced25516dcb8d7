import { GUEST, readIds, saveIds, useIds } from './memberIds.ts'
import { useSession } from './session.ts'
import type { Read } from './unread.ts'

/** What the signed-in user has read. Undefined for a guest. */
export function useReadMarks(): Read | undefined {
  const userId = useSession((session) => session.user?.id)
  const since = useSession((session) => session.user?.created_at)
  const ids = useIds('read_announcements', userId ?? GUEST)
  return userId === undefined ? undefined : { ids, since }
}

/** Marks announcements as read on this device. */
export function markRead(...ids: number[]): void {
  const userId = useSession.getState().user?.id
  if (userId === undefined) return
  const before = readIds('read_announcements', userId)
  const merged = [...new Set([...before, ...ids])]
  if (merged.length > before.length) saveIds('read_announcements', userId, merged)
}
