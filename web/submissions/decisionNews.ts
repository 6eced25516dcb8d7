import { UNDO_MS } from '@stampus/contract/limits'
import { list, type Submission, show } from '@stampus/contract/submissions'
import { entries, show as wallet } from '@stampus/contract/wallet'
import type { QueryClient } from '@tanstack/react-query'

const LOOK_AGAIN_MS = 15_000

/** After how many ms rows are asked for again: while one of them may change (D-46). */
export function lookAgain(rows: object[] = []): number | false {
  return rows.some((row) => mayChange(row as Submission)) && LOOK_AGAIN_MS
}

/**
 * A pending one, one whose reviewer may still undo the decision (D-45), with room for a clock that is off, and a
 * rejected one whose appeal waits for its answer.
 */
export function mayChange(submission: Submission): boolean {
  const { status, decided_at } = submission
  return status === 'pending' || appealWaits(submission) || Date.now() - Date.parse(decided_at ?? '') < 3 * UNDO_MS
}

/** Whether a manager is still to answer the appeal against a rejection. */
export function appealWaits({ status, appeal }: Pick<Submission, 'status' | 'appeal'>): boolean {
  return status === 'rejected' && appeal?.outcome === null
}

/** Where any answer tells another decision than the one before it, every list of submissions and the stamps are renewed. */
export function watchDecisions(queries: QueryClient): void {
  const known = new Map<number, string>()
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (![list.path, show.path].some((path) => path === event.query.queryKey[1])) return
    const told = submissionsOf(event.query.state.data as Told)
    const news = told.some((one) => known.has(one.id) && known.get(one.id) !== decisionOf(one))
    for (const one of told) known.set(one.id, decisionOf(one))
    if (news) renew(queries)
  })
}

/** Undone and made again between two answers, it has the same status and may have earned other stamps. */
function decisionOf({ status, decided_at }: Submission): string {
  return `${status} ${decided_at}`
}

type Told = { data: Submission | Submission[] } | { pages: { data: Submission[] }[] } | undefined

function submissionsOf(told: Told): Submission[] {
  if (!told) return []
  return 'pages' in told ? told.pages.flatMap(({ data }) => data) : [told.data].flat()
}

function renew(queries: QueryClient): void {
  for (const { access, path } of [list, show, wallet, entries])
    void queries.invalidateQueries({ queryKey: [access, path] })
}
