import type { AdminAnnouncement, ListedAnnouncement } from '@stampus/contract/console/announcements'
import { CONTENT_MAX, MAX_PAGE } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createContentManager, findAuditEntries } from '../../../tests/support/api/content.ts'
import { createAnnouncement } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'

const CONTENT = '<p>From <strong>Monday</strong>.</p>'
const MINUTE = 60_000

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createContentManager>>
beforeAll(async () => {
  manager = await createContentManager(server)
})
beforeEach(async () => {
  await server.sql('DELETE FROM announcements')
  server.deps.responseCache.clear()
})

/** What the console sends, by default a draft. */
const facts = (overrides: object) => ({
  ...{ title: 'New hours', content: CONTENT, published_at: null, image_key: null },
  ...overrides,
})
const add = (overrides: object = {}) => manager.call<AdminAnnouncement>('POST', '/announcements', facts(overrides))
const change = ({ id, version }: AdminAnnouncement, overrides: object) =>
  manager.call<AdminAnnouncement>('PUT', `/announcements/${id}`, { ...facts(overrides), version })
const get = async (query = '', headers: Record<string, string> = {}) => {
  const response = await server.app.inject({ url: `/api/announcements${query}`, headers })
  const { statusCode: status, headers: answered, body } = response
  return { status, etag: String(answered.etag), body: body && JSON.parse(body) }
}
/** The titles that members see. */
const titles = async (query = '') => (await get(query)).body.data.map(({ title }: { title: string }) => title)
const minutesAway = (minutes: number) => new Date(server.deps.now().getTime() + minutes * MINUTE).toISOString()
const endAt = (id: number, minutes: number) =>
  server.sql('UPDATE announcements SET ends_at = $2 WHERE id = $1', [id, minutesAway(minutes)])

test('D-33 D-53 members see an announcement only while it is published, not as a draft before or after', async () => {
  const { status, data } = await add()
  expect(status).toBe(201)
  expect(data).toMatchObject({ state: 'draft', published_at: null, version: 1 })
  expect(await titles()).toEqual([])
  const published = await change(data, { published_at: 'now' })
  expect(published.data).toMatchObject({ state: 'published', version: 2 })
  const plain = { title: 'New hours', image_url: null, placeholder_image_url: null }
  expect((await get()).body).toMatchObject({ data: [plain], meta: { total: 1 } })
  const { published_at } = published.data
  const changed = await change(published.data, { published_at, title: 'Newer hours' })
  expect(changed.data.published_at).toBe(published_at)
  expect(await titles()).toEqual(['Newer hours'])
  expect((await change(changed.data, { published_at: null })).data.state).toBe('draft')
  expect(await titles()).toEqual([])
})

test('D-35 D-53 saving and previewing give the same sanitized HTML', async () => {
  const content = '<h2 onclick="x()">Hi</h2><p style="x">Go <a href="javascript:x()">there</a><script>x()</script></p>'
  const harmless = '<h2>Hi</h2><p>Go there</p>'
  const { data } = await manager.call<{ content: string }>('POST', '/announcement-previews', { content })
  expect(data.content).toBe(harmless)
  expect((await add({ content })).data.content).toBe(harmless)
  const unwritten = await manager.call<{ content: string }>('POST', '/announcement-previews', { content: '<p> </p>' })
  expect(unwritten.data.content).toBe('')
  const both = await manager.call('POST', '/announcement-previews', { content: '<p>Hi</p>', content_ms: content })
  expect(both.data).toEqual({ content: '<p>Hi</p>', content_ms: harmless })
  expect((await add({ content_ms: content })).data.content_ms).toBe(harmless)
})

test('D-53 D-55 D-106 picture and Malay texts are shown; of two changes at once one gets a 409; a form without the Malay texts keeps them, an empty one removes them; a removed announcement and its picture are gone, and all of it is in the audit log', async () => {
  const malay = { title_ms: 'Waktu baharu', content_ms: '<p>Dari <strong>Isnin</strong>.</p>' }
  const image_key = await manager.picture('cover')
  const { data } = await add({ ...malay, image_key, published_at: 'now' })
  const { published_at } = data
  const shown = async () => (await get()).body.data[0]
  const picture = { image_url: `/media/${image_key}`, placeholder_image_url: expect.any(String) }
  expect(await shown()).toMatchObject({ title: 'New hours', content: CONTENT, ...malay, ...picture })

  // A console tab from before the upgrade does not send the Malay texts.
  const both = await Promise.all(['One', 'Two'].map((title) => change(data, { title, image_key, published_at })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.message).toBe(texts.announcementChanged)
  const renamed = both.find(({ status }) => status === 200)?.data ?? data
  expect(renamed).toMatchObject(malay)
  const emptied = await change(renamed, { title_ms: ' ', content_ms: '<p>&nbsp;</p>', image_key, published_at })
  expect(emptied.data).toMatchObject({ title_ms: null, content_ms: null })
  for (const empty of ['title_ms', 'content_ms']) expect(await shown()).not.toHaveProperty(empty)
  const remove = async (version: number) =>
    (await manager.call('DELETE', `/announcements/${data.id}`, { version })).status
  expect([await remove(1), await remove(3), await remove(3)]).toEqual([409, 200, 404])
  expect([await titles(), await listStoredFiles(server)]).toEqual([[], []])
  const entries = await findAuditEntries(server, 'announcement', data.id)
  const actions = ['announcement.added', 'announcement.changed', 'announcement.changed', 'announcement.removed']
  expect(entries.map(({ action }) => action)).toEqual(actions)
  expect(entries[0]?.changes).toContainEqual({ field: 'content_ms', before: null, after: malay.content_ms })
  expect(entries[1]?.changes).toEqual([{ field: 'title', before: 'New hours', after: renamed.title }])
  expect(entries[2]?.changes).toContainEqual({ field: 'title_ms', before: 'Waktu baharu', after: null })
})

test('D-53 an invalid announcement is rejected under each of its wrong fields, all at once; the limit of the content also applies after sanitizing', async () => {
  const swelling = `<p>${'&'.repeat(CONTENT_MAX / 2)}</p>`
  for (const [field, overrides, text] of [
    ['title', { title: '' }, texts.titleRequired],
    ['content', { content: '' }, texts.contentRequired],
    ['content', { content: '<p> &nbsp;</p><script>x</script>' }, texts.contentRequired],
    ['content', { content: 'x'.repeat(CONTENT_MAX + 1) }, texts.tooLong(CONTENT_MAX)],
    ['content', { content: swelling }, texts.tooLong(CONTENT_MAX)],
    ['content_ms', { content_ms: swelling }, texts.tooLong(CONTENT_MAX)],
    ['title_ms', { title_ms: 'x'.repeat(121) }, texts.tooLong(120)],
    ['content_ms', { content_ms: 'x'.repeat(CONTENT_MAX + 1) }, texts.tooLong(CONTENT_MAX)],
    ['published_at', { published_at: 'tomorrow' }, texts.invalidInstant],
    ['published_at', { published_at: '2026-13-01T00:00:00Z' }, texts.invalidInstant],
    ['published_at', { published_at: '1899-12-31T17:00:00Z' }, texts.invalidInstant],
    ['ends_at', { ends_at: '2026-11-23' }, 'Enter a date and a time.'],
    ['ends_at', { ends_at: 'now' }, 'Enter a date and a time.'],
    ['image_key', { image_key: 'public/content/no-such.webp' }, texts.pictureGone],
    ['image_key', { image_key: 'public/content/\0' }, texts.invalidText],
  ] as const)
    expect(await add(overrides)).toMatchObject({ status: 422, errors: { [field]: [text] } })
  const longest = `<p>${'字'.repeat(CONTENT_MAX - 7)}</p>`
  expect((await add({ content: longest })).data.content).toBe(longest)
  const { errors } = await add({ title: ' ', content: '<p></p>', published_at: '' })
  expect(errors).toEqual({
    title: [texts.titleRequired],
    content: [texts.contentRequired],
    published_at: [texts.invalidInstant],
  })
})

test('D-53 D-55 an end must be after the time of publishing, can be changed and removed, and each change is recorded in the audit log', async () => {
  const rejection = { status: 422, errors: { ends_at: ['The end must be after the time members first see it.'] } }
  const at = minutesAway(10)
  expect(await add({ published_at: at, ends_at: at })).toMatchObject(rejection)
  expect(await add({ published_at: 'now', ends_at: minutesAway(-1) })).toMatchObject(rejection)
  const { data: draft } = await add({ ends_at: at })
  expect(await change(draft, { published_at: at, ends_at: at })).toMatchObject(rejection)
  expect((await manager.call<AdminAnnouncement>('GET', `/announcements/${draft.id}`)).data).toEqual(draft)
  const { data } = await change(draft, { published_at: 'now' })
  expect(data).toMatchObject({ state: 'published', ends_at: null })
  const { published_at } = data
  server.travel(2 * MINUTE)
  const ends_at = minutesAway(-1)
  expect((await change(data, { published_at, ends_at })).data).toMatchObject({ state: 'ended', ends_at, version: 3 })
  expect(await titles()).toEqual([])
  const shown = await change({ ...data, version: 3 }, { published_at, ends_at: null })
  expect(shown.data).toMatchObject({ state: 'published', ends_at: null })
  expect(await titles()).toEqual(['New hours'])
  const entries = await findAuditEntries(server, 'announcement', data.id)
  expect(entries.slice(2).map(({ changes }) => changes)).toEqual([
    [{ field: 'ends_at', before: null, after: ends_at }],
    [{ field: 'ends_at', before: ends_at, after: null }],
  ])
})

test('D-53 the list of the console shows which announcements have ended', async () => {
  await add({ title: 'Out', published_at: 'now' })
  await add({ title: 'Over', published_at: 'now', ends_at: minutesAway(1) })
  await add({ title: 'Later', published_at: minutesAway(10), ends_at: minutesAway(20) })
  await add({ title: 'Draft', ends_at: minutesAway(1) })
  server.travel(MINUTE)
  const list = async (query = '') => {
    const { data } = await manager.call<ListedAnnouncement[]>('GET', `/announcements${query}`)
    return data.map(({ title, state }) => `${title} ${state}`)
  }
  const all = ['Draft draft', 'Later planned', 'Over ended', 'Out published']
  expect(await list()).toEqual(all)
  for (const one of all) expect(await list(`?state=${one.split(' ')[1]}`)).toEqual([one])
})

test('S-3.03 S-7.14 S-2.14 D-53 an announcement has every field under its name, but not its end; a short one no text and no picture', async () => {
  const published_at = '2026-03-01T04:05:06.000Z'
  const created_at = '2026-02-28T00:00:00.000Z'
  const malay = { title_ms: 'Rakan baharu', content_ms: '<p>Selamat datang.</p>' }
  const meta = { current_page: 1, per_page: 15, has_more: false, last_page: 1, total: 0 }
  expect((await get()).body).toEqual({ data: [], meta })
  const id = await createAnnouncement(server.deps, { published_at, created_at, ...malay })
  await endAt(id, 60)
  const shown = {
    id,
    title: 'New partner',
    content: '<p>Welcome.</p>',
    image_url: '/media/public/announcements/new-partner.svg',
    placeholder_image_url: 'data:image/svg+xml,cover',
    published_at,
    created_at,
    ...malay,
  }
  expect((await get()).body).toEqual({ data: [shown], meta: { ...meta, total: 1 } })
  const { content_ms, ...short } = { ...shown, content: '', image_url: null, placeholder_image_url: null }
  expect([content_ms, (await get('?short=1')).body.data]).toEqual([malay.content_ms, [short]])
  expect((await get('?short=2')).status).toBe(422)
})

test('S-7.14 D-33 D-34 the newest announcement comes first; the cached list and its ETag change the moment one appears or ends', async () => {
  await createAnnouncement(server.deps, { title: 'Old', published_at: minutesAway(-600) })
  await endAt(await createAnnouncement(server.deps, { title: 'New', published_at: minutesAway(-1) }), 10)
  await createAnnouncement(server.deps, { title: 'Soon', published_at: minutesAway(20) })
  const before = await get()
  expect([await titles(), before.body.meta.total]).toEqual([['New', 'Old'], 2])
  server.travel(10 * MINUTE - 1)
  expect((await get('', { 'if-none-match': before.etag })).status).toBe(304)
  server.travel(1)
  expect((await get('', { 'if-none-match': before.etag })).body).toMatchObject({
    data: [{ title: 'Old' }],
    meta: { total: 1 },
  })
  server.travel(10 * MINUTE - 1)
  expect(await titles()).toEqual(['Old'])
  server.travel(1)
  expect(await titles()).toEqual(['Soon', 'Old'])
})

test('S-9.02 D-34 pages hold 15, without gap or overlap; past the end they are empty', async () => {
  for (let at = 1; at <= 16; at++)
    await createAnnouncement(server.deps, { title: `No. ${at}`, published_at: minutesAway(-5) })
  const first = await get('?page=1')
  expect(first.body.data.length).toBe(15)
  expect(first.body.meta).toEqual({ current_page: 1, per_page: 15, has_more: true, last_page: 2, total: 16 })
  expect(await titles('?page=2')).toEqual(['No. 1'])
  const past = await get(`?page=${MAX_PAGE}`)
  expect(past.body).toMatchObject({ data: [], meta: { has_more: false, last_page: 2, total: 16 } })
})
