import { type Submission, show } from '@stampus/contract/submissions'
import { entries, show as wallet } from '@stampus/contract/wallet'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { watchDecisions } from './decisionNews.ts'

const stamps = [wallet, entries].map(({ access, path }) => [access, path, {}])

test('D-45 D-46 the stamps are asked for again when a decision is another one, also where its status is the same', () => {
  const queries = new QueryClient()
  watchDecisions(queries)
  const tell = (given: Pick<Submission, 'status' | 'decided_at'>) => {
    for (const key of stamps) queries.setQueryData(key, { data: {} })
    queries.setQueryData([show.access, show.path, { id: 7 }], { data: { id: 7, ...given } })
    return stamps.map((key) => queries.getQueryState(key)?.isInvalidated)
  }
  const approved = { status: 'approved', decided_at: '2026-11-21T04:00:00.000Z' } as const
  expect(tell({ status: 'pending', decided_at: null })).toEqual([false, false])
  expect(tell(approved)).toEqual([true, true])
  expect(tell(approved)).toEqual([false, false])
  expect(tell({ ...approved, decided_at: '2026-11-21T04:00:09.000Z' })).toEqual([true, true])
})
