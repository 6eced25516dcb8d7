import { type Submission, show } from '@stampus/contract/submissions'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { q } from '../../../shared/api/api.ts'
import type { Endless } from '../../../shared/api/endless.ts'
import { lookAgain } from '../../../shared/receipts/decisionNews.ts'

/**
 * The rows of a filtered history. One that leaves the filter while somebody looks, as a pending one does that is
 * decided, keeps its place and shows how it stands now, until the filter is chosen again.
 */
export function useKeptRows({ rows, isPlaceholderData }: Endless<Submission>): Submission[] {
  const { key } = useLocation()
  const [met, setMet] = useState({ key, rows: [] as Submission[] })
  const before = met.key === key && !isPlaceholderData ? met.rows : []
  const left = before.filter(({ id }) => !rows.some((row) => row.id === id))
  const asNow = useRowsAsNow(left)
  const kept = left.length > 0 ? [...rows, ...asNow].sort(newestFirst) : rows
  if (!isPlaceholderData && !sameIds(before, kept)) setMet({ key, rows: kept })
  return kept
}

/** These rows as they stand now; each is asked for alone, for no list holds it any more. */
function useRowsAsNow(rows: Submission[]): Submission[] {
  const answers = useQueries({
    queries: rows.map((row) => ({
      ...q(show, { id: row.id }),
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data: { data: Submission } | undefined } }) =>
        lookAgain([state.data?.data ?? row]),
    })),
  })
  return rows.map((row, place) => answers[place]?.data?.data ?? row)
}

function newestFirst(one: Submission, other: Submission): number {
  return other.created_at.localeCompare(one.created_at) || other.id - one.id
}

function sameIds(some: Submission[], others: Submission[]): boolean {
  return some.length === others.length && some.every(({ id }, place) => id === others[place]?.id)
}
