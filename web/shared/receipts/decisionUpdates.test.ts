import { list, type Submission, show } from '@stampus/contract/submissions'
import { entries, show as wallet } from '@stampus/contract/wallet'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { watchDecisionUpdates } from './decisionUpdates.ts'

const stamps = [wallet, entries].map(({ access, path }) => [access, path, {}])

test('D-45 D-46 a changed decision refetches the stamps, even if the status is the same', () => {
  const queries = new QueryClient()
  watchDecisionUpdates(queries)
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

const rejected = {
  id: 7,
  status: 'rejected',
  decided_at: '2026-11-21T04:00:00.000Z',
  appeal: { created_at: '2026-11-21T05:00:00.000Z', answered_at: null, outcome: null },
}
const reopened = {
  ...rejected,
  status: 'pending',
  decided_at: null,
  appeal: { ...rejected.appeal, answered_at: '2026-11-21T06:00:00.000Z', outcome: 'reopened' },
}
const history = [list.access, list.path, 'pages', {}]
const detail = [show.access, show.path, { id: 7 }]

test('D-90 D-46 a reopened receipt updates everywhere, without needless requests', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, networkMode: 'always' } } })
  watchDecisionUpdates(queries)
  queries.setQueryData(history, { pages: [{ data: [rejected] }], pageParams: [1] })
  let answer: typeof rejected | typeof reopened = rejected
  let requests = 0
  const shown: string[] = []
  const observer = new QueryObserver(queries, {
    queryKey: detail,
    queryFn: async () => {
      requests += 1
      return { data: answer }
    },
  })
  const unsubscribe = observer.subscribe(({ data }) => data && shown.push(data.data.status))
  await expect.poll(() => shown.at(-1)).toBe('rejected')
  answer = reopened
  await observer.refetch()
  await expect.poll(() => queries.isFetching()).toBe(0)
  unsubscribe()
  // The first load, the change, and the refetch of everything else.
  expect(requests).toBe(3)
  expect(shown.slice(shown.indexOf('pending'))).not.toContain('rejected')
  expect(queries.getQueryData(history)).toMatchObject({ pages: [{ data: [{ id: 7, status: 'pending' }] }] })
  queries.clear()
})

test('D-46 an answer that was requested before a newer one arrived changes nothing in the cache', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  watchDecisionUpdates(queries)
  const waiting = { ...reopened, appeal: null }
  queries.setQueryData(detail, { data: waiting })
  let resolve: (answer: object) => void = () => undefined
  const queryFn = () => new Promise<object>((done) => (resolve = done))
  const late = queries.fetchQuery({ queryKey: history, queryFn })
  await new Promise((done) => setTimeout(done, 5))
  queries.setQueryData(detail, { data: { ...rejected, appeal: null } })
  resolve({ pages: [{ data: [waiting] }], pageParams: [1] })
  await late
  expect(queries.getQueryData(detail)).toMatchObject({ data: { status: 'rejected' } })
  expect(queries.getQueryState(history)?.isInvalidated).toBe(true)
  queries.clear()
})

const minutesAgo = (minutes: number) => ({ updatedAt: Date.now() - minutes * 60_000 })
const approved = { id: 7, status: 'approved', decided_at: '2026-11-21T04:00:00.000Z' }
const pending = { id: 7, status: 'pending', decided_at: null }
const pages = (row: object) => ({ pages: [{ data: [row, { id: 8, status: 'pending' }] }], pageParams: [1] })

test('D-46 D-94 a kept answer updates what is older, and all keep their own times', () => {
  const queries = new QueryClient()
  watchDecisionUpdates(queries)
  const older = minutesAgo(60)
  queries.setQueryData(detail, { data: pending }, older)
  queries.setQueryData(history, pages(approved), minutesAgo(30))
  expect(queries.getQueryData(detail)).toMatchObject({ data: approved })
  expect(queries.getQueryState(detail)?.dataUpdatedAt).toBe(older.updatedAt)
})

test('D-46 D-94 a kept answer that is older shows the newer decision, and overwrites none', () => {
  const queries = new QueryClient()
  watchDecisionUpdates(queries)
  queries.setQueryData(detail, { data: approved })
  const older = minutesAgo(60)
  queries.setQueryData(history, pages(pending), older)
  expect(queries.getQueryData(detail)).toMatchObject({ data: approved })
  expect(queries.getQueryData(history)).toMatchObject(pages(approved))
  expect(queries.getQueryState(history)?.dataUpdatedAt).toBe(older.updatedAt)
  expect(queries.getQueryState(detail)?.isInvalidated).toBe(false)
})

test('D-46 D-94 a kept answer that comes from the future, by a wrong clock, hides no newer decision', () => {
  const queries = new QueryClient()
  watchDecisionUpdates(queries)
  queries.setQueryData(history, pages(pending), minutesAgo(-60))
  queries.setQueryData(detail, { data: approved })
  expect(queries.getQueryData(detail)).toMatchObject({ data: approved })
  expect(queries.getQueryData(history)).toMatchObject(pages(approved))
})
