import type { Deal } from '@stampus/contract/deals'
import { MAX_PAGE } from '@stampus/contract/limits'
import { beforeEach, expect, test } from 'vitest'
import { createDeal, createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'

const server = serverForTests()
beforeEach(async () => {
  await server.deps.db.pool.query('DELETE FROM deals')
  server.deps.responseCache.clear()
})

const get = async (query = '') => {
  const response = await server.app.inject(`/api/advertisements${query}`)
  return { status: response.statusCode, body: response.json() }
}
const titles = async (query = '') => (await get(query)).body.data.map(({ title }: Deal) => title)

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

test('S-7.15 a deal and a merchant without pictures have null addresses', async () => {
  const { id } = await createMerchant(server.deps, { logo_key: null, logo_placeholder: null })
  await createDeal(server.deps, { merchant_id: id, image_key: null, image_placeholder: null })
  const [deal] = (await get()).body.data
  expect(deal).toMatchObject({ image_url: null, placeholder_image_url: null })
  expect(deal.merchant).toMatchObject({ logo_image: null, logo_placeholder_image: null })
})

test('S-7.15 D-33 deals run from their first to their last whole day in the campus time zone', async () => {
  const far = await testApp()
  try {
    const days = { start_date: '2030-03-02', end_date: '2030-03-03' }
    const { id } = await createMerchant(far.deps)
    await createDeal(far.deps, { merchant_id: id, ...days })
    const shownAt = async (instant: string) => {
      far.travel(Date.parse(instant) - far.deps.now().getTime())
      return (await far.app.inject('/api/advertisements')).json().meta.total
    }
    expect(await shownAt('2030-03-01T15:59:00Z')).toBe(0)
    expect(await shownAt('2030-03-01T16:01:00Z')).toBe(1)
    expect(await shownAt('2030-03-03T15:59:00Z')).toBe(1)
    expect(await shownAt('2030-03-03T16:01:00Z')).toBe(0)
  } finally {
    await far.close()
  }
})

test('S-7.15 deals are ordered by start date, then by age, the newest first', async () => {
  await createDeal(server.deps, { title: 'March', start_date: '2026-03-01' })
  await createDeal(server.deps, { title: 'May', start_date: '2026-05-01' })
  await createDeal(server.deps, { title: 'March too', start_date: '2026-03-01' })
  expect(await titles()).toEqual(['May', 'March too', 'March'])
})

test('D-32 merchant_id narrows the list to one merchant', async () => {
  const { id } = await createMerchant(server.deps)
  await createDeal(server.deps, { title: 'Ours', merchant_id: id })
  await createDeal(server.deps, { title: 'Theirs' })
  expect(await titles(`?merchant_id=${id}`)).toEqual(['Ours'])
  expect((await get(`?merchant_id=${id}`)).body.meta.total).toBe(1)
  expect(await titles('?merchant_id=999999999')).toEqual([])
})

test('S-9.02 D-34 pages hold 15, without gap or overlap; past the end they are empty', async () => {
  const { id } = await createMerchant(server.deps)
  for (let at = 1; at <= 16; at++) await createDeal(server.deps, { merchant_id: id, title: `No. ${at}` })
  for (const filter of ['', `&merchant_id=${id}`]) {
    const [first, second] = [await get(`?page=1${filter}`), await get(`?page=2${filter}`)]
    expect(first.body.data.length).toBe(15)
    expect(first.body.meta).toEqual({ current_page: 1, per_page: 15, has_more: true, last_page: 2, total: 16 })
    expect(second.body.data.map(({ title }: Deal) => title)).toEqual(['No. 1'])
    const past = await get(`?page=${MAX_PAGE}${filter}`)
    expect(past.body).toMatchObject({ data: [], meta: { has_more: false, last_page: 2, total: 16 } })
  }
})

test.each([
  ['page', 'page=abc'],
  ['page', 'page=0'],
  ['page', `page=${MAX_PAGE + 1}`],
  ['page', 'page=1&page=2'],
  ['merchant_id', 'merchant_id=-1'],
  ['merchant_id', 'merchant_id=abc'],
  ['merchant_id', 'merchant_id=99999999999999999999'],
  ['merchant_id', 'merchant_id=1&merchant_id=2'],
])('D-08 a bad %s is a 422: GET /advertisements?%s', async (field, query) => {
  const { status, body } = await get(`?${query}`)
  expect(status).toBe(422)
  expect(body).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } })
})
