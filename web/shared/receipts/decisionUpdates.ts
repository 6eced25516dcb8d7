import { UNDO_MS } from '@stampus/contract/limits'
import { list, months, type Submission, show } from '@stampus/contract/submissions'
import { entries, show as wallet } from '@stampus/contract/wallet'
import type { QueryClient } from '@tanstack/react-query'

const REFETCH_MS = 15_000

/** The refetch interval in milliseconds, or false if none of the rows may change. */
export function refetchWhilePending(rows: object[] = []): number | false {
  return rows.some((row) => mayStillChange(row as Submission)) && REFETCH_MS
}

/**
 * Pending, or within the time in which the reviewer can undo the decision (with room for wrong clocks), or rejected
 * with a waiting appeal.
 */
export function mayStillChange(submission: Submission): boolean {
  const { status, decided_at } = submission
  return status === 'pending' || isAppealWaiting(submission) || Date.now() - Date.parse(decided_at ?? '') < 3 * UNDO_MS
}

/** Whether an appeal waits for a manager's answer. */
export function isAppealWaiting({ status, appeal }: Pick<Submission, 'status' | 'appeal'>): boolean {
  return status === 'rejected' && appeal?.outcome === null
}

/**
 * When an answer brings a new decision or appeal, updates that submission everywhere in the cache, so that it is right
 * without a network too. Then refetches all lists of submissions and the stamps.
 */
export function watchDecisionUpdates(queries: QueryClient): void {
  const latest = new Map<number, { decision: string; at: number }>()
  const requestedAt = new WeakMap<object, number>()
  let isOwnChange = false
  queries.getQueryCache().subscribe((event) => {
    if (isOwnChange || event.type !== 'updated') return
    const { query, action } = event
    if (![list.path, show.path].some((path) => path === query.queryKey[1])) return
    const now = performance.now()
    if (action.type === 'fetch') requestedAt.set(query, now)
    if (action.type !== 'success') return
    const requested = action.manual ? now : (requestedAt.get(query) ?? now)
    const rows = submissionsOf(query.state.data as Answered)
    const changed = rows.filter((row) => (latest.get(row.id)?.decision ?? decisionOf(row)) !== decisionOf(row))
    // An answer that was requested before the last one arrived may be older. Refetch, but change nothing.
    const isOlder = ({ id }: Submission) => requested < (latest.get(id)?.at ?? 0)
    const newer = changed.filter((row) => !isOlder(row))
    for (const row of rows) if (!isOlder(row)) latest.set(row.id, { decision: decisionOf(row), at: now })
    isOwnChange = true
    for (const row of newer) updateCachedSubmission(row, queries)
    isOwnChange = false
    if (changed.length > 0) refetchLists(queries)
  })
}

/** Includes the times, because a decision that was undone and made again may have earned other stamps. */
function decisionOf({ status, decided_at, appeal }: Submission): string {
  return [decided_at, appeal?.created_at, appeal?.answered_at, status].map((part) => part ?? '').join(' ')
}

/** Updates one submission in every cached list and detail. */
function updateCachedSubmission(one: Submission, queries: QueryClient): void {
  const matched = (row: Submission) =>
    row.id === one.id && decisionOf(row) !== decisionOf(one) ? { ...row, ...one } : row
  for (const { access, path } of [list, show])
    queries.setQueriesData<Answered>({ queryKey: [access, path] }, mapRows(matched))
}

type Answered = { data: Submission | Submission[] } | { pages: { data: Submission[] }[] } | undefined

function submissionsOf(answered: Answered): Submission[] {
  if (!answered) return []
  return 'pages' in answered ? answered.pages.flatMap(({ data }) => data) : [answered.data].flat()
}

function mapRows(change: (row: Submission) => Submission) {
  const changed = <Answer extends { data: Submission | Submission[] }>(answer: Answer): Answer => {
    const { data } = answer
    return { ...answer, data: Array.isArray(data) ? data.map(change) : change(data) }
  }
  return (answered: Answered): Answered =>
    answered &&
    ('pages' in answered ? { ...answered, pages: answered.pages.map((page) => changed(page)) } : changed(answered))
}

function refetchLists(queries: QueryClient): void {
  for (const { access, path } of [list, show, months, entries])
    void queries.invalidateQueries({ queryKey: [access, path] })
  refetchStamps(queries)
}

/** Refetches the balance and the pending stamps, also if they are not on screen, so that they are right without a network. */
export function refetchStamps(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [wallet.access, wallet.path], refetchType: 'all' })
}
