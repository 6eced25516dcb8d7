import type { AdminAnnouncement, ListedAnnouncement } from '@stampus/contract/console/announcements'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { announcementCalls } from '../../../tests/support/api/announcements.ts'
import { createContentManager, findAuditEntries } from '../../../tests/support/api/content.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const MINUTE = 60_000

const defaults = {
  title: 'Food fair',
  content: '<p>Until Friday.</p>',
  published_at: 'now',
}
const server = serverForTests()
let manager: Awaited<ReturnType<typeof createContentManager>>
let calls: ReturnType<typeof announcementCalls>
beforeAll(async () => {
  manager = await createContentManager(server)
  calls = announcementCalls(server, manager, defaults)
})
beforeEach(async () => {
  await server.deps.db.pool.query('DELETE FROM announcements')
  server.deps.responseCache.clear()
})

const fetchList = async (headers: Record<string, string> = {}) => {
  const { statusCode, headers: answered, body } = await server.app.inject({ url: '/api/announcements', headers })
  return { status: statusCode, etag: String(answered.etag), body: body && JSON.parse(body) }
}

test('D-33 D-53 an announcement is shown until its end, and neither listed nor counted from then on', async () => {
  await calls.add({ title: 'No end' })
  const ends_at = calls.minutesAhead(10)
  const { status, data } = await calls.add({ ends_at })
  expect(status).toBe(201)
  expect(data).toMatchObject({ state: 'published', ends_at })
  server.travel(10 * MINUTE - 1)
  expect(await calls.listedTitles()).toEqual(['Food fair', 'No end'])
  server.travel(1)
  expect(await calls.listedTitles()).toEqual(['No end'])
  const ended = await manager.call<AdminAnnouncement>('GET', `/announcements/${data.id}`)
  expect(ended.data).toMatchObject({ state: 'ended', ends_at })
})

test('D-33 D-34 a cached response and its ETag change at the moment when an announcement appears or ends', async () => {
  await calls.add({ ends_at: calls.minutesAhead(1) })
  await calls.add({ title: 'Later', published_at: calls.minutesAhead(2) })
  server.travel(MINUTE - 1)
  const before = await fetchList()
  expect(before.body.data).toHaveLength(1)
  expect((await fetchList({ 'if-none-match': before.etag })).status).toBe(304)
  server.travel(1)
  const after = await fetchList({ 'if-none-match': before.etag })
  expect([after.status, after.body.data]).toEqual([200, []])
  server.travel(MINUTE - 1)
  expect(await calls.listedTitles()).toEqual([])
  server.travel(1)
  expect(await calls.listedTitles()).toEqual(['Later'])
})

test('S-7.14 D-53 the answer to members does not include the end and keeps its fields', async () => {
  await calls.add({ ends_at: calls.minutesAhead(10) })
  const [shown] = (await fetchList()).body.data
  const fields = ['id', 'title', 'content', 'image_url', 'placeholder_image_url', 'published_at', 'created_at']
  expect(Object.keys(shown)).toEqual(fields)
})

test('D-53 D-55 an end can be changed and removed, and each change is recorded in the audit log', async () => {
  const { data } = await calls.add()
  expect(data.ends_at).toBeNull()
  const { published_at } = data
  server.travel(2 * MINUTE)
  const ends_at = calls.minutesAhead(-1)
  const ended = await calls.change(data, { published_at, ends_at })
  expect(ended.data).toMatchObject({ state: 'ended', ends_at, version: 2 })
  expect(await calls.listedTitles()).toEqual([])
  expect((await calls.change(data, { published_at, ends_at: null })).status).toBe(409)
  const shown = await calls.change(ended.data, { published_at, ends_at: null })
  expect(shown.data).toMatchObject({ state: 'published', ends_at: null, version: 3 })
  expect(await calls.listedTitles()).toEqual(['Food fair'])
  const entries = await findAuditEntries(server, 'announcement', data.id)
  expect(entries.slice(1).map(({ changes }) => changes)).toEqual([
    [{ field: 'ends_at', before: null, after: ends_at }],
    [{ field: 'ends_at', before: ends_at, after: null }],
  ])
})

test('D-53 an end that is not after the time of publishing is rejected under ends_at, and nothing is saved', async () => {
  const rejection = { status: 422, errors: { ends_at: ['The end must be after the time members first see it.'] } }
  const at = calls.minutesAhead(10)
  expect(await calls.add({ published_at: at, ends_at: at })).toMatchObject(rejection)
  expect(await calls.add({ published_at: at, ends_at: calls.minutesAhead(9) })).toMatchObject(rejection)
  expect(await calls.add({ published_at: 'now', ends_at: calls.minutesAhead(-1) })).toMatchObject(rejection)
  const { data } = await calls.add({ published_at: at, ends_at: calls.minutesAhead(11) })
  expect(await calls.change(data, { published_at: at, ends_at: at })).toMatchObject(rejection)
  expect((await manager.call<AdminAnnouncement>('GET', `/announcements/${data.id}`)).data).toEqual(data)
  const draft = await calls.add({ published_at: null, ends_at: calls.minutesAhead(-1) })
  expect(draft.data.state).toBe('draft')
  expect(await calls.change(draft.data, { published_at: 'now', ends_at: draft.data.ends_at })).toMatchObject(rejection)
})

test.each(['', 'now', 'tomorrow', '2026-13-01T00:00:00Z', '2026-11-23'])(
  'D-53 the end %j is rejected because it is no date and time',
  async (ends_at) => {
    const { status, errors } = await calls.add({ ends_at })
    expect([status, errors]).toEqual([422, { ends_at: ['Enter a date and a time.'] }])
  },
)

test('D-53 the list of the console shows which announcements have ended', async () => {
  await calls.add({ title: 'Out' })
  await calls.add({ title: 'Over', ends_at: calls.minutesAhead(1) })
  await calls.add({ title: 'Later', published_at: calls.minutesAhead(10), ends_at: calls.minutesAhead(20) })
  await calls.add({ title: 'Draft', published_at: null, ends_at: calls.minutesAhead(1) })
  server.travel(MINUTE)
  const list = async (query = '') => {
    const { data } = await manager.call<ListedAnnouncement[]>('GET', `/announcements${query}`)
    return data.map(({ title, state }) => `${title} ${state}`)
  }
  expect(await list()).toEqual(['Draft draft', 'Later planned', 'Over ended', 'Out published'])
  expect(await list('?state=ended')).toEqual(['Over ended'])
  expect(await list('?state=published')).toEqual(['Out published'])
  expect(await list('?state=planned')).toEqual(['Later planned'])
  expect(await list('?state=draft')).toEqual(['Draft draft'])
})
