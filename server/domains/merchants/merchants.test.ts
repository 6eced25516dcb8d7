import { MAX_PAGE, SEARCH_MAX } from '@stampus/contract/limits'
import type { Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createCategory, createDeal, createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await server.app.inject({ url: `/api${path}`, headers })
  return { status: response.statusCode, body: response.json() }
}

/** The names of the merchants that a query lists. */
const namesFor = async (query: string): Promise<string[]> => {
  const { status, body } = await get(`/merchants?${query}`)
  expect(status).toBe(200)
  return body.data.map((merchant: Merchant) => merchant.name)
}

test('S-3.03 S-7.12 a merchant has every field under its name', async () => {
  const category = await createCategory(server.deps)
  const merchant = await createMerchant(server.deps, { category_id: category.id })
  const { status, body } = await get(`/merchants/${merchant.id}`)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    id: merchant.id,
    name: 'Kopi Kita',
    slug: merchant.slug,
    address: '1, Jalan Kampus',
    contact_number: '03-5550 0001',
    category,
    merchant_logo_url: `/media/${merchant.logo_key}`,
    merchant_logo_placeholder_image_url: 'data:image/svg+xml,logo',
    active_promotions_count: 0,
    is_active: true,
    minimum_spend: null,
    receipts_per_day: null,
    description: null,
    opening_hours: null,
  })
})

test('D-30 the categories are cached between lists, and read again after a change or five seconds', async () => {
  const { deps } = server
  const categoriesBeside = async (search: string) => (await get(`/merchants?search=${search}`)).body.meta.categories
  const category = await createCategory(deps)
  await createMerchant(deps, { category_id: category.id })
  expect(await categoriesBeside('one')).toContainEqual(category)
  const rename = (name: string) => server.sql('UPDATE categories SET name = $2 WHERE id = $1', [category.id, name])
  await rename(`${category.name} 2`)
  expect(await categoriesBeside('two')).toContainEqual(category)
  deps.responseCache.clear()
  expect(await categoriesBeside('three')).toContainEqual({ ...category, name: `${category.name} 2` })
  await rename(`${category.name} 3`)
  server.travel(5000)
  expect(await categoriesBeside('four')).toContainEqual({ ...category, name: `${category.name} 3` })
})

test('S-7.11 a search with one or two letters works like one with more', async () => {
  const category = await createCategory(server.deps)
  await createMerchant(server.deps, { category_id: category.id, name: 'Qx Bakery' })
  await createMerchant(server.deps, { category_id: category.id, name: 'Kedai 100%' })
  const found = (search: string) => namesFor(`category_id=${category.id}&search=${encodeURIComponent(search)}`)
  for (const search of ['q', 'QX', 'x B', 'qx b']) expect(await found(search)).toEqual(['Qx Bakery'])
  expect(await found('%')).toEqual(['Kedai 100%'])
})

test('S-7.11 S-7.12 S-7.13 list, id and slug return the same merchant, also an inactive one', async () => {
  const given = { logo_key: null, logo_placeholder: null, is_active: false }
  const merchant = await createMerchant(server.deps, given)
  const byId = await get(`/merchants/${merchant.id}`)
  const bySlug = await get(`/merchants/slug/${merchant.slug}`)
  const listed = await get(`/merchants?category_id=${merchant.category_id}`)
  expect(byId.body.data).toMatchObject({ merchant_logo_url: null, is_active: false })
  expect(bySlug.body).toEqual(byId.body)
  expect(listed.body.data).toEqual([byId.body.data])
})

test('S-7.11 D-33 is_active=1 hides inactive merchants, is_active=0 shows them alone, without it all show', async () => {
  const { id } = await createCategory(server.deps)
  await createMerchant(server.deps, { category_id: id, name: 'Open' })
  await createMerchant(server.deps, { category_id: id, name: 'Closed', is_active: false })
  for (const [query, names] of [
    ['&is_active=1', ['Open']],
    ['&is_active=true', ['Open']],
    ['&is_active=0', ['Closed']],
    ['&is_active=false', ['Closed']],
    ['&is_active=', ['Closed', 'Open']],
    ['', ['Closed', 'Open']],
  ] as const)
    expect([query, await namesFor(`category_id=${id}${query}`)]).toEqual([query, names])
})

test('S-7.11 the order is by name without letter case, then by id', async () => {
  const { id } = await createCategory(server.deps)
  const first = await createMerchant(server.deps, { category_id: id, name: 'banana' })
  const second = await createMerchant(server.deps, { category_id: id, name: 'Banana' })
  await createMerchant(server.deps, { category_id: id, name: 'Cendol' })
  await createMerchant(server.deps, { category_id: id, name: 'Ayam' })
  const { body } = await get(`/merchants?category_id=${id}`)
  expect(body.data.map((merchant: Merchant) => merchant.name)).toEqual(['Ayam', 'banana', 'Banana', 'Cendol'])
  expect(body.data[1].id).toBe(first.id)
  expect(body.data[2].id).toBe(second.id)
})

test('D-30 meta.categories lists the categories with active merchants, independent of the filter', async () => {
  const [open, closed, empty] = [
    await createCategory(server.deps),
    await createCategory(server.deps),
    await createCategory(server.deps),
  ]
  await createMerchant(server.deps, { category_id: open.id })
  await createMerchant(server.deps, { category_id: closed.id, is_active: false })
  const { body } = await get(`/merchants?category_id=${empty.id}&search=x`)
  expect(body.data).toEqual([])
  expect(body.meta.categories).toContainEqual(open)
  expect(body.meta.categories).not.toContainEqual(closed)
  expect(body.meta.categories).not.toContainEqual(empty)
})

test('D-33 active_promotions_count counts the deals that run on the campus day', async () => {
  const { id: merchant_id } = await createMerchant(server.deps)
  // 2 March 2030, 00:30 in Kuala Lumpur is still 1 March in UTC.
  server.travel(Date.parse('2030-03-01T16:30:00Z') - server.deps.now().getTime())
  for (const [start_date, end_date] of [
    ['2030-03-02', '2030-03-02'],
    ['2030-03-02', '2030-03-05'],
    ['2030-02-01', '2030-03-01'],
    ['2030-03-03', '2030-04-01'],
    ['2030-01-01', '2030-12-31'],
  ] as const)
    await createDeal(server.deps, { merchant_id, start_date, end_date })
  expect((await get(`/merchants/${merchant_id}`)).body.data.active_promotions_count).toBe(3)
})

test('D-04 a broken token never makes a public call fail', async () => {
  const { status } = await get('/merchants', { authorization: 'Bearer 0123456789abcdef0123456789abcdef' })
  expect(status).toBe(200)
})

test('D-08 a GET of what does not exist or makes no sense returns a documented error', async () => {
  for (const [path, status] of [
    ['/merchants/999999999', 404],
    ['/merchants/slug/no-such-shop', 404],
    ['/merchants/slug/%25', 404],
    [`/merchants/slug/${'x'.repeat(101)}`, 414],
    ['/merchants/slug/a%00b', 422],
    ['/merchants/slug/%E0%A4%A', 400],
    ['/merchants/abc', 422],
    ['/merchants/0', 422],
    ['/merchants/-1', 422],
    ['/merchants/1.5', 422],
    ['/merchants/9223372036854775808', 422],
    ['/merchants?page=abc', 422],
    ['/merchants?page=0', 422],
    ['/merchants?page=', 422],
    [`/merchants?page=${MAX_PAGE + 1}`, 422],
    ['/merchants?page=1&page=2', 422],
    ['/merchants?category_id=-1', 422],
    ['/merchants?category_id=99999999999999999999999', 422],
    ['/merchants?category_id=1&category_id=2', 422],
    ['/merchants?is_active=maybe', 422],
    ['/merchants?is_active=1&is_active=0', 422],
    ['/merchants?search=a%00b', 422],
    ['/merchants?search=a&search=b', 422],
    [`/merchants?search=${'x'.repeat(SEARCH_MAX + 1)}`, 422],
  ] as const) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, status])
    expect(response.body.message).toEqual(expect.any(String))
    const [field, ...others] = Object.keys(response.body.errors)
    expect(others).toEqual([])
    if (status === 422) expect(response.body.errors[field ?? '']).toEqual([expect.stringMatching(/\w/)])
  }
})

test('S-2.16 an unknown slug returns a message that says so', async () => {
  const { body } = await get('/merchants/slug/no-such-shop')
  expect(body).toEqual({ message: texts.merchantNotFound, errors: {} })
})
