import { UNDO_MS } from '@stampus/contract/limits'
import { list, months, type Submission, show } from '@stampus/contract/submissions'
import { entries, show as wallet } from '@stampus/contract/wallet'
import type { QueryClient } from '@tanstack/react-query'
import { type Answered, mapRows, rowsOf } from '../api/cachedRows.ts'
import { useSession } from '../storage/session.ts'

const REFETCH_MS = 15_000
const SLOW_REFETCH_MS = 120_000
/** So long after it was sent, or after this page was opened, a receipt is probably decided soon. */
const SOON_MS = 10 * 60_000

const openedAt = Date.now()

/** The refetch interval in milliseconds, or false if none of the rows may change. Only visible pages refetch. */
export function refetchWhilePending(rows: object[] = []): number | false {
  const waiting = (rows as Submission[]).filter(mayStillChange)
  if (waiting.length === 0) return false
  const times = waiting.flatMap(({ created_at, decided_at }) => [Date.parse(created_at), Date.parse(decided_at ?? '')])
  const latest = Math.max(openedAt, ...times.filter((time) => time > 0))
  return Date.now() - latest < SOON_MS ? REFETCH_MS : SLOW_REFETCH_MS
}

/** Whether a receipt is pending, can be undone (with room for wrong clocks), or is rejected with a waiting appeal. */
export function mayStillChange(submission: Submission): boolean {
  const { status, decided_at } = submission
  return status === 'pending' || isAppealWaiting(submission) || Date.now() - Date.parse(decided_at ?? '') < 3 * UNDO_MS
}

export function isAppealWaiting({ status, appeal }: Pick<Submission, 'status' | 'appeal'>): boolean {
  return status === 'rejected' && appeal?.outcome === null
}

/**
 * When an answer brings a new decision or appeal, updates that submission everywhere in the cache, so that it is right
 * without a network too. An answer that this browser kept has its own time: it changes only what is older.
 */
export function watchDecisionUpdates(queries: QueryClient): void {
  const latest = new Map<number, { row: Submission; at: number }>()
  const requestedAt = new WeakMap<object, number>()
  let isOwnChange = false
  useSession.subscribe((now, before) => {
    if (now.token !== before.token) latest.clear()
  })
  queries.getQueryCache().subscribe((event) => {
    if (isOwnChange || event.type !== 'updated') return
    const { query, action } = event
    if (![list.path, show.path].some((path) => path === query.queryKey[1])) return
    const now = performance.now()
    if (action.type === 'fetch') requestedAt.set(query, now)
    if (action.type !== 'success') return
    const isKept = action.dataUpdatedAt !== undefined
    const at = isKept ? Math.min(now, now - (Date.now() - query.state.dataUpdatedAt)) : now
    const requested = action.manual ? at : (requestedAt.get(query) ?? now)
    const rows = rowsOf(query.state.data as Answered<Submission> | undefined)
    const changed = rows.filter((row) => decisionOf(latest.get(row.id)?.row ?? row) !== decisionOf(row))
    // An answer that was requested before the last one arrived may be older. Refetch, but change nothing.
    const isOlder = ({ id }: Submission) => requested < (latest.get(id)?.at ?? Number.NEGATIVE_INFINITY)
    const newer = rows.filter((row) => !isOlder(row))
    for (const row of newer) latest.set(row.id, { row, at })
    // Without a network, an older kept answer cannot be refetched, so it gets the latest rows.
    const updates = changed.map(({ id }) => latest.get(id)?.row).filter((row) => row !== undefined)
    isOwnChange = true
    try {
      for (const row of updates) if (isKept || newer.includes(row)) updateCachedSubmission(row, queries)
    } finally {
      isOwnChange = false
    }
    if (changed.length === 0 || isKept) return
    for (const { access, path } of [list, show, months, entries])
      void queries.invalidateQueries({ queryKey: [access, path] })
    refetchStamps(queries)
  })
}

/** Includes the times, because a decision that was undone and made again may have earned other stamps. */
function decisionOf({ status, decided_at, appeal }: Submission): string {
  return [decided_at, appeal?.created_at, appeal?.answered_at, status].map((part) => part ?? '').join(' ')
}

/** Updates one submission in every cached list and detail. Their other rows are as old as before, so they keep their time. */
function updateCachedSubmission(one: Submission, queries: QueryClient): void {
  const isChanged = (row: Submission) => row.id === one.id && decisionOf(row) !== decisionOf(one)
  const update = (row: Submission) => (isChanged(row) ? { ...row, ...one } : row)
  for (const { access, path } of [list, show])
    for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: [access, path] })) {
      const answered = state.data as Answered<Submission> | undefined
      if (answered && rowsOf(answered).some(isChanged))
        queries.setQueryData(queryKey, mapRows(answered, update), { updatedAt: state.dataUpdatedAt })
    }
}

/** Refetches the balance and the pending stamps, also if they are not on screen, so that they are right without a network. */
export function refetchStamps(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [wallet.access, wallet.path], refetchType: 'all' })
}
