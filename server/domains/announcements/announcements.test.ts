import type { Announcement } from '@stampus/contract/announcements'
import { MAX_PAGE } from '@stampus/contract/limits'
import { beforeEach, expect, test } from 'vitest'
import { createAnnouncement } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
beforeEach(async () => {
  await server.sql('DELETE FROM announcements')
  server.deps.responseCache.clear()
})

const get = async (query = '') => {
  const response = await server.app.inject(`/api/announcements${query}`)
  return { status: response.statusCode, body: response.json() }
}
const titles = async (query = '') => (await get(query)).body.data.map(({ title }: Announcement) => title)
const minutesAway = (minutes: number) => new Date(server.deps.now().getTime() + minutes * 60_000).toISOString()

test('S-3.03 S-7.14 an announcement has every field under its name', async () => {
  const published_at = '2026-03-01T04:05:06.000Z'
  const created_at = '2026-02-28T00:00:00.000Z'
  const id = await createAnnouncement(server.deps, { published_at, created_at })
  const { status, body } = await get()
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        id,
        title: 'New partner',
        content: '<p>Welcome.</p>',
        image_url: '/media/public/announcements/new-partner.svg',
        placeholder_image_url: 'data:image/svg+xml,cover',
        published_at,
        created_at,
      },
    ],
    meta: { current_page: 1, per_page: 15, has_more: false, last_page: 1, total: 1 },
  })
})

test('S-7.14 S-2.14 short announcements have no text and no picture', async () => {
  const id = await createAnnouncement(server.deps, { title_ms: 'Rakan baharu', content_ms: '<p>Selamat datang.</p>' })
  const { body } = await get('?short=1')
  expect(body.data).toEqual([
    {
      ...{ id, title: 'New partner', title_ms: 'Rakan baharu', content: '' },
      ...{ image_url: null, placeholder_image_url: null },
      ...{ published_at: expect.any(String), created_at: expect.any(String) },
    },
  ])
  expect((await get()).body.data[0]).toMatchObject({ content: '<p>Welcome.</p>' })
  expect((await get('?short=2')).status).toBe(422)
})

test('S-7.14 an announcement without a picture has null addresses', async () => {
  await createAnnouncement(server.deps, { image_key: null, image_placeholder: null })
  expect((await get()).body.data[0]).toMatchObject({ image_url: null, placeholder_image_url: null })
})

test('S-7.14 D-33 the newest announcement comes first, and planned ones are not listed', async () => {
  await createAnnouncement(server.deps, { title: 'Old', published_at: minutesAway(-600) })
  await createAnnouncement(server.deps, { title: 'Soon', published_at: minutesAway(10) })
  await createAnnouncement(server.deps, { title: 'New', published_at: minutesAway(-1) })
  expect(await titles()).toEqual(['New', 'Old'])
  expect((await get()).body.meta.total).toBe(2)
  server.travel(11 * 60_000)
  expect(await titles()).toEqual(['Soon', 'New', 'Old'])
})

test('S-9.02 D-34 pages hold 15, without gap or overlap; past the end they are empty', async () => {
  for (let at = 1; at <= 16; at++)
    await createAnnouncement(server.deps, { title: `No. ${at}`, published_at: minutesAway(-5) })
  const [first, second] = [await get('?page=1'), await get('?page=2')]
  expect(first.body.data.length).toBe(15)
  expect(first.body.meta).toEqual({ current_page: 1, per_page: 15, has_more: true, last_page: 2, total: 16 })
  expect(second.body.data.map(({ title }: Announcement) => title)).toEqual(['No. 1'])
  const past = await get(`?page=${MAX_PAGE}`)
  expect(past.body).toMatchObject({ data: [], meta: { has_more: false, last_page: 2, total: 16 } })
})

test('S-7.14 without announcements the list is empty', async () => {
  const meta = { current_page: 1, per_page: 15, has_more: false, last_page: 1, total: 0 }
  expect((await get()).body).toEqual({ data: [], meta })
})

test('D-35 HTML is sanitized when it is saved', async () => {
  await createAnnouncement(server.deps, { content: '<p onclick="x">Hi<script>alert(1)</script></p>' })
  const { rows } = await server.sql('SELECT content FROM announcements')
  expect(rows).toEqual([{ content: '<p>Hi</p>' }])
})

test('D-08 a page that does not exist is a 422 under page', async () => {
  const queries = ['page=abc', 'page=0', 'page=-1', 'page=1.5', 'page=1&page=2', 'page=%00', `page=${MAX_PAGE + 1}`]
  for (const query of queries) {
    const { status, body } = await get(`?${query}`)
    expect([query, status]).toEqual([query, 422])
    expect(body).toEqual({ message: expect.any(String), errors: { page: [expect.any(String)] } })
  }
})
