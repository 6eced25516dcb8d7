import { UNDO_MS } from '@stampus/contract/limits'
import { list, type Status, type Submission, show } from '@stampus/contract/submissions'
import { show as wallet } from '@stampus/contract/wallet'
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
export function mayChange({ status, decided_at, appeal }: Submission): boolean {
  const waits = status === 'pending' || (status === 'rejected' && appeal?.outcome === null)
  return waits || Date.now() - Date.parse(decided_at ?? '') < 3 * UNDO_MS
}

/** Where any answer tells another status than the one before it, every list of submissions and the stamps are renewed. */
export function watchDecisions(queries: QueryClient): void {
  const known = new Map<number, Status>()
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (![list.path, show.path].some((path) => path === event.query.queryKey[1])) return
    const told = submissionsOf(event.query.state.data as Told)
    const news = told.some(({ id, status }) => known.has(id) && known.get(id) !== status)
    for (const { id, status } of told) known.set(id, status)
    if (news) renew(queries)
  })
}

type Told = { data: Submission | Submission[] } | { pages: { data: Submission[] }[] } | undefined

function submissionsOf(told: Told): Submission[] {
  if (!told) return []
  return 'pages' in told ? told.pages.flatMap(({ data }) => data) : [told.data].flat()
}

function renew(queries: QueryClient): void {
  for (const { access, path } of [list, show, wallet]) void queries.invalidateQueries({ queryKey: [access, path] })
}
