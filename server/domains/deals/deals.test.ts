import type { AdminDeal } from '@stampus/contract/console/deals'
import { MAX_PAGE } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createContentManager, findAuditEntries } from '../../../tests/support/api/content.ts'
import { createDeal, createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'

const server = serverForTests()
beforeEach(async () => {
  await server.sql('DELETE FROM deals')
  server.deps.responseCache.clear()
})

const get = async (query = '') => {
  const response = await server.app.inject(`/api/advertisements${query}`)
  return { status: response.statusCode, body: response.json() }
}
const titles = async (query = '') => (await get(query)).body.data.map(({ title }: { title: string }) => title)

test('S-3.03 S-7.15 a deal and its merchant have every field under its name', async () => {
  const merchant = await createMerchant(server.deps)
  const id = await createDeal(server.deps, { merchant_id: merchant.id })
  const { status, body } = await get()
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        id,
        title: 'Half price',
        description: 'Before noon.',
        image_url: '/media/public/deals/half-price.svg',
        placeholder_image_url: 'data:image/svg+xml,cover',
        start_date: '2020-01-01',
        end_date: '2099-12-31',
        merchant: {
          id: merchant.id,
          name: 'Kopi Kita',
          slug: merchant.slug,
          address: '1, Jalan Kampus',
          contact_number: '03-5550 0001',
          is_active: true,
          logo_image: `/media/${merchant.logo_key}`,
          logo_placeholder_image: 'data:image/svg+xml,logo',
        },
      },
    ],
    meta: { current_page: 1, per_page: 15, has_more: false, last_page: 1, total: 1 },
  })
})

test('S-7.15 D-32 deals are ordered by start date, then by age, the newest first; merchant_id narrows the list; without pictures their addresses are null', async () => {
  const { id: merchant_id } = await createMerchant(server.deps, { logo_key: null, logo_placeholder: null })
  const plain = { merchant_id, image_key: null, image_placeholder: null }
  await createDeal(server.deps, { title: 'March', start_date: '2026-03-01', ...plain })
  await createDeal(server.deps, { title: 'May', start_date: '2026-05-01' })
  await createDeal(server.deps, { title: 'March too', start_date: '2026-03-01' })
  expect(await titles()).toEqual(['May', 'March too', 'March'])
  const { data, meta } = (await get(`?merchant_id=${merchant_id}`)).body
  expect([data.length, meta.total]).toEqual([1, 1])
  const merchant = { logo_image: null, logo_placeholder_image: null }
  expect(data[0]).toMatchObject({ title: 'March', image_url: null, placeholder_image_url: null, merchant })
  expect(await titles('?merchant_id=999999999')).toEqual([])
})

test('S-9.02 D-34 pages hold 15, without gap or overlap; past the end they are empty', async () => {
  const { id } = await createMerchant(server.deps)
  for (let at = 1; at <= 16; at++) await createDeal(server.deps, { merchant_id: id, title: `No. ${at}` })
  const meta = { per_page: 15, last_page: 2, total: 16 }
  for (const filter of ['', `&merchant_id=${id}`]) {
    const { body } = await get(`?page=1${filter}`)
    expect([body.data.length, body.meta]).toEqual([15, { current_page: 1, has_more: true, ...meta }])
    expect(await titles(`?page=2${filter}`)).toEqual(['No. 1'])
    const past = await get(`?page=${MAX_PAGE}${filter}`)
    expect(past.body).toMatchObject({ data: [], meta: { has_more: false, ...meta } })
  }
})

let manager: Awaited<ReturnType<typeof createContentManager>>
let merchantId: number
beforeAll(async () => {
  manager = await createContentManager(server)
  merchantId = (await createMerchant(server.deps)).id
})

const facts = (overrides: object = {}) => ({
  merchant_id: merchantId,
  title: 'Half price',
  description: 'Before noon.\nNot on Fridays.',
  image_key: null,
  start_date: '2020-01-01',
  end_date: '2099-12-31',
  ...overrides,
})
const add = (overrides: object = {}) => manager.call<AdminDeal>('POST', '/deals', facts(overrides))

test('D-53 D-55 D-106 adding, changing and removing a deal shows to members at once and is recorded in the audit log; a form without the Malay texts keeps them, an empty one removes them; a replaced or removed picture is deleted', async () => {
  const malay = { title_ms: 'Teh untuk dua', description_ms: 'Sebelum tengah hari.\nBukan hari Jumaat.' }
  const [first, image_key] = [await manager.picture('cover'), await manager.picture('cover')]
  const given = { title: 'Tea for two', ...malay, title_ms: ' Teh untuk dua ', image_key: first }
  const { status, data } = await add(given)
  expect(status).toBe(201)
  const merchant = { id: merchantId, name: 'Kopi Kita' }
  expect(data).toMatchObject({ ...malay, state: 'running', version: 1, merchant, image_url: `/media/${first}` })
  const shown = async () => (await get(`?merchant_id=${merchantId}`)).body.data
  expect(await shown()).toMatchObject([
    { title: 'Tea for two', description: 'Before noon.\nNot on Fridays.', ...malay },
  ])
  const change = (version: number, overrides: object) =>
    manager.call<AdminDeal>('PUT', `/deals/${data.id}`, {
      ...facts({ title: 'Tea', image_key, ...overrides }),
      version,
    })
  expect(await change(1, {})).toMatchObject({ status: 200, data: { title: 'Tea', version: 2, ...malay } })
  expect(await shown()).toMatchObject([{ title: 'Tea', ...malay }])
  expect(await listStoredFiles(server)).toEqual([image_key])
  expect((await change(2, { title_ms: ' ' })).data).toMatchObject({ ...malay, title_ms: null })
  expect((await change(3, { description_ms: null })).data).toMatchObject({ title_ms: null, description_ms: null })
  for (const empty of ['title_ms', 'description_ms']) expect((await shown())[0]).not.toHaveProperty(empty)
  const remove = (version: number) => manager.call('DELETE', `/deals/${data.id}`, { version })
  expect(await remove(1)).toMatchObject({ status: 409, message: texts.dealChanged })
  expect([(await remove(4)).status, (await remove(4)).status]).toEqual([200, 404])
  expect([await shown(), await listStoredFiles(server)]).toEqual([[], []])
  const entries = await findAuditEntries(server, 'deal', data.id)
  const [added, renamed, emptied] = entries
  expect([added?.action, renamed?.action, entries.at(-1)?.action]).toEqual([
    'deal.added',
    'deal.changed',
    'deal.removed',
  ])
  expect(added?.changes).toContainEqual({ field: 'merchant', before: null, after: `Kopi Kita #${merchantId}` })
  expect(added?.changes).toContainEqual({ field: 'title_ms', before: null, after: 'Teh untuk dua' })
  expect(renamed?.changes).toContainEqual({ field: 'title', before: 'Tea for two', after: 'Tea' })
  expect(emptied?.changes).toEqual([{ field: 'title_ms', before: 'Teh untuk dua', after: null }])
})

test('D-53 an invalid deal is rejected under each of its wrong fields', async () => {
  for (const [field, overrides, text] of [
    ['merchant_id', { merchant_id: 999_999_999 }, texts.merchantUnknown],
    ['title', { title: '' }, texts.titleRequired],
    ['title_ms', { title_ms: 'x'.repeat(121) }, texts.tooLong(120)],
    ['title_ms', { title_ms: 'Separuh\nharga' }, texts.invalidText],
    ['description', { description: ' ' }, texts.descriptionRequired],
    ['description_ms', { description_ms: 'x'.repeat(2001) }, texts.tooLong(2000)],
    ['start_date', { start_date: '2026-02-30' }, texts.invalidDate],
    ['end_date', { start_date: '2026-02-02', end_date: '2026-02-01' }, texts.endsBeforeStart],
    ['end_date', { start_date: '2026-03-01', end_date: '2026-02-30' }, texts.invalidDate],
    ['image_key', { image_key: 'public/content/no-such.webp' }, texts.pictureGone],
    ['image_key', { image_key: 'public/content/\0' }, texts.invalidText],
  ] as const) {
    const { status, errors } = await add(overrides)
    expect([overrides, status, errors]).toEqual([overrides, 422, { [field]: [text] }])
  }
})

test('S-7.15 D-33 D-53 deals run from their first to their last whole day in the campus time zone, also in the list of managers', async () => {
  const { id: merchant_id } = await createMerchant(server.deps)
  await createDeal(server.deps, { merchant_id, title: 'Over', start_date: '2020-01-01', end_date: '2020-01-02' })
  await createDeal(server.deps, { merchant_id, title: 'Now', start_date: '2030-03-02', end_date: '2030-03-03' })
  await createDeal(server.deps, { merchant_id, title: 'Planned', start_date: '2098-01-01' })
  for (const [instant, state] of [
    ['2030-03-01T15:59:00Z', 'planned'],
    ['2030-03-01T16:01:00Z', 'running'],
    ['2030-03-03T15:59:00Z', 'running'],
    ['2030-03-03T16:01:00Z', 'over'],
  ] as const) {
    server.travel(Date.parse(instant) - server.deps.now().getTime())
    expect([instant, await titles(`?merchant_id=${merchant_id}`)]).toEqual([
      instant,
      state === 'running' ? ['Now'] : [],
    ])
    const { call } = await createContentManager(server)
    const list = async (query = '') => {
      const { data } = await call<AdminDeal[]>('GET', `/deals?merchant_id=${merchant_id}${query}`)
      return data.map((deal) => `${deal.title} ${deal.state}`)
    }
    const all = ['Planned planned', `Now ${state}`, 'Over over']
    expect(await list()).toEqual(all)
    expect(await list(`&state=${state}`)).toEqual(all.filter((one) => one.endsWith(` ${state}`)))
  }
})
