import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-26T12:04:00+08:00')
const merchant = ['public', '/merchants/:id', { id: 1 }]
const receipt = ['member', '/submissions/:id', { id: 7 }]

const browser = browserOfEachTest({ toFake: ['Date'], now: START })

type Answer = { queryHash: string; queryKey: unknown; data: unknown; updatedAt: number; owner: number | null }

/** Puts an answer into the browser's database, as if it had arrived so many days ago. */
function keep(queryHash: string, given: Partial<Answer> & { daysAgo?: number } = {}) {
  const { daysAgo = 1, ...fields } = given
  const answer = { queryHash, queryKey: merchant, data: 'kept', updatedAt: Date.now() - daysAgo * DAY_MS, owner: null }
  browser.pictures.set(queryHash, { ...answer, ...fields })
}
const kept = () => [...browser.pictures.values()] as Answer[]
const hashes = () => [...browser.pictures.keys()]

/** Opens a page of this browser with this member signed in; null is a guest. `receive` is an answer of the server. */
async function openPage(member: number | null, { remember = true } = {}) {
  browser.reloadAs(member, { remember })
  Object.assign(document, { cookie: 'stampus_run=1' })
  const { changeKeptAnswers, keepAnswers } = await import('./keptAnswers.ts')
  const { useConnection } = await import('./connection.ts')
  const { CallError } = await import('./CallError.ts')
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  keepAnswers(queries)
  const receive = (queryKey: unknown[], data: unknown) => queries.fetchQuery({ queryKey, queryFn: () => data })
  const fail = (queryKey: unknown[], status: number, body: object) => {
    const error = new CallError({ status, body })
    return queries.fetchQuery({ queryKey, queryFn: () => Promise.reject(error) }).catch(() => undefined)
  }
  const setOffline = (isOffline: boolean) => useConnection.setState({ isOffline, isDoubtful: isOffline })
  return { queries, receive, fail, setOffline, changeKeptAnswers }
}

test('D-94 at most 60 answers are kept, none for more than 7 days, none from the future, and none that no longer exists', async () => {
  keep('tomorrow', { daysAgo: -1 })
  keep('six days', { daysAgo: 6.9 })
  keep('seven days', { daysAgo: 7.1 })
  const { receive, fail } = await openPage(null)
  await receive(merchant, 'new')
  const own = JSON.stringify(merchant)
  await vi.waitFor(() => expect(hashes().sort()).toEqual([own, 'six days'].sort()))
  for (let at = 0; at < 70; at += 1) keep(`new ${at}`, { daysAgo: at / 1000 })
  await receive(merchant, 'newer')
  await vi.waitFor(() => expect(browser.pictures.size).toBe(60))
  expect(hashes()).toEqual(expect.arrayContaining([own, 'new 0', 'new 58']))
  await fail(merchant, 404, {})
  await fail(receipt, 500, { message: 'Broken.' })
  expect(hashes()).toContain(own)
  await fail(merchant, 404, { message: 'Not found.' })
  await vi.waitFor(() => expect(hashes()).not.toContain(own))
})

test('D-94 without “Remember me” only public answers are kept, and searches never', async () => {
  const { receive } = await openPage(7, { remember: false })
  await receive(receipt, 'mine')
  await receive(['public', '/merchants', { search: 'boba' }], 'found')
  await receive(['other', '/nothing', {}], 'neither')
  await receive(merchant, 'public')
  await vi.waitFor(() => expect(kept()).toMatchObject([{ queryKey: merchant, data: 'public', owner: null }]))
})

test('D-43 D-94 kept answers hold no picture and no signature, and belong to one member', async () => {
  const { receive } = await openPage(7)
  const pictures = { receipt_image_url: '/files/a.webp?signature=x', placeholder_image_url: 'data:image/png;base64,AA' }
  await receive(receipt, { data: { id: 7, ...pictures } })
  const data = { data: { id: 7, receipt_image_url: '/files/a.webp', placeholder_image_url: null } }
  await vi.waitFor(() => expect(kept()).toMatchObject([{ queryKey: receipt, data, owner: 7, updatedAt: START }]))
})

test('D-94 S-4.01 answers of another session are never shown and are deleted, those of a session end with it', async () => {
  keep('theirs', { owner: 8, queryKey: receipt })
  keep('public')
  const { queries, setOffline } = await openPage(7)
  setOffline(true)
  await vi.waitFor(() => expect(queries.getQueryData(merchant)).toBe('kept'))
  expect(queries.getQueryData(receipt)).toBeUndefined()
  const { deleteAnswersWithSession, deleteOldAnswers } = await import('../storage/answerStore.ts')
  await deleteOldAnswers()
  expect(hashes()).toEqual(['public'])
  keep('mine', { owner: 7 })
  const stop = deleteAnswersWithSession()
  const { endSession, signIn } = await import('../storage/session.ts')
  signIn({ token: 'next', user: { id: 8 } as never, remember: true })
  await vi.waitFor(() => expect(hashes()).toEqual(['public']))
  endSession('signed_out')
  await vi.waitFor(() => expect(hashes()).toEqual([]))
  stop()
})

test('D-94 kept answers show only while the server cannot be reached, and then what is on screen is fetched again', async () => {
  keep('merchant', { data: 'older' })
  keep('receipt', { queryKey: receipt, data: 'unseen', owner: 7 })
  const { queries, receive, setOffline } = await openPage(7)
  expect(queries.getQueryData(merchant)).toBeUndefined()
  await receive(['public', '/deals', {}], 'new')
  keep('deals', { queryKey: ['public', '/deals', {}], data: 'older' })
  setOffline(true)
  await vi.waitFor(() => expect(queries.getQueryData(receipt)).toBe('unseen'))
  expect(queries.getQueryData(merchant)).toBe('older')
  expect(queries.getQueryState(merchant)?.dataUpdatedAt).toBe(START - DAY_MS)
  expect(queries.getQueryData(['public', '/deals', {}])).not.toBe('older')
  const observer = new QueryObserver(queries, { queryKey: merchant, queryFn: () => 'newest', staleTime: Infinity })
  const leave = observer.subscribe(() => undefined)
  setOffline(false)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('newest'))
  expect(queries.getQueryData(receipt)).toBeUndefined()
  leave()
})

test('D-94 a damaged record deletes all kept answers', async () => {
  keep('merchant')
  keep('damaged', { queryKey: null })
  const { setOffline } = await openPage(null)
  setOffline(true)
  await vi.waitFor(() => expect(hashes()).toEqual([]))
})

test('D-102 kept answers are changed or deleted', async () => {
  keep('merchant')
  keep('receipt', { queryKey: receipt, owner: 7 })
  const { changeKeptAnswers } = await openPage(7)
  await changeKeptAnswers((key) => (key[1] === '/submissions/:id' ? undefined : 'changed'))
  expect(kept()).toMatchObject([{ queryHash: 'merchant', data: 'changed' }])
})
