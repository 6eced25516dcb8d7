import { UNDO_MS } from '@stampus/contract/limits'
import { list, type Submission, show } from '@stampus/contract/submissions'
import { entries, show as wallet } from '@stampus/contract/wallet'
import type { QueryClient } from '@tanstack/react-query'

const LOOK_AGAIN_MS = 15_000

/** After how many ms rows are asked for again: while one of them may change (D-46). */
export function refetchWhilePending(rows: object[] = []): number | false {
  return rows.some((row) => mayStillChange(row as Submission)) && LOOK_AGAIN_MS
}

/**
 * A pending one, one whose reviewer may still undo the decision (D-45), with room for a clock that is off, and a
 * rejected one whose appeal waits for its answer.
 */
export function mayStillChange(submission: Submission): boolean {
  const { status, decided_at } = submission
  return status === 'pending' || isAppealWaiting(submission) || Date.now() - Date.parse(decided_at ?? '') < 3 * UNDO_MS
}

/** Whether a manager is still to answer the appeal against a rejection. */
export function isAppealWaiting({ status, appeal }: Pick<Submission, 'status' | 'appeal'>): boolean {
  return status === 'rejected' && appeal?.outcome === null
}

/**
 * Where an answer brings another decision or appeal than the one before it, what is kept of those submissions is changed
 * to match, so that it is right without a network too; every list of submissions and the stamps are asked for again.
 */
export function watchDecisionUpdates(queries: QueryClient): void {
  const known = new Map<number, { decision: string; at: number }>()
  const askedAt = new WeakMap<object, number>()
  let isOwnChange = false
  queries.getQueryCache().subscribe((event) => {
    if (isOwnChange || event.type !== 'updated') return
    const { query, action } = event
    if (![list.path, show.path].some((path) => path === query.queryKey[1])) return
    const now = performance.now()
    if (action.type === 'fetch') askedAt.set(query, now)
    if (action.type !== 'success') return
    const asked = action.manual ? now : (askedAt.get(query) ?? now)
    const rows = submissionsOf(query.state.data as Answered)
    const changed = rows.filter((row) => (known.get(row.id)?.decision ?? decisionOf(row)) !== decisionOf(row))
    // Asked for before the last answer came, it may be older: it is asked for again, and changes nothing else.
    const isOlder = ({ id }: Submission) => asked < (known.get(id)?.at ?? 0)
    const news = changed.filter((row) => !isOlder(row))
    for (const row of rows) if (!isOlder(row)) known.set(row.id, { decision: decisionOf(row), at: now })
    isOwnChange = true
    for (const row of news) updateCachedSubmission(row, queries)
    isOwnChange = false
    if (changed.length > 0) renew(queries)
  })
}

/** Undone and made again between two answers, it has the same status and may have earned other stamps. */
function decisionOf({ status, decided_at, appeal }: Submission): string {
  return [decided_at, appeal?.created_at, appeal?.answered_at, status].map((part) => part ?? '').join(' ')
}

/** Changes what is kept of a submission in every list and detail to what is known of it now. */
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

/** The stamps at once, also where they are not shown: they are to agree with the decision without a network too. */
function renew(queries: QueryClient): void {
  for (const { access, path } of [list, show, entries]) void queries.invalidateQueries({ queryKey: [access, path] })
  void queries.invalidateQueries({ queryKey: [wallet.access, wallet.path], refetchType: 'all' })
}
