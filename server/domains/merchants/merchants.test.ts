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

test('S-3.03 S-7.11 S-7.12 S-7.13 D-04 list, id and slug return the same merchant with every field, also an inactive one and with a broken token', async () => {
  const category = await createCategory(server.deps)
  const merchant = await createMerchant(server.deps, { category_id: category.id, is_active: false })
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
    is_active: false,
    minimum_spend: null,
    receipts_per_day: null,
    description: null,
    opening_hours: null,
  })
  const broken = { authorization: 'Bearer 0123456789abcdef0123456789abcdef' }
  expect((await get(`/merchants/slug/${merchant.slug}`, broken)).body).toEqual(body)
  expect((await get(`/merchants?category_id=${category.id}`)).body.data).toEqual([body.data])
  const plain = await createMerchant(server.deps, { logo_key: null, logo_placeholder: null })
  expect((await get(`/merchants/${plain.id}`)).body.data.merchant_logo_url).toBeNull()
})

test('D-30 meta.categories lists those with active merchants, whatever the filter, is cached, and read again after a change or five seconds', async () => {
  const { deps } = server
  const [open, closed, empty] = [await createCategory(deps), await createCategory(deps), await createCategory(deps)]
  await createMerchant(deps, { category_id: open.id })
  await createMerchant(deps, { category_id: closed.id, is_active: false })
  const categoriesBeside = async (search: string) => {
    const { body } = await get(`/merchants?category_id=${empty.id}&search=${search}`)
    expect(body.data).toEqual([])
    return body.meta.categories
  }
  const found = await categoriesBeside('one')
  expect(found).toContainEqual(open)
  for (const other of [closed, empty]) expect(found).not.toContainEqual(other)
  const rename = (name: string) => server.sql('UPDATE categories SET name = $2 WHERE id = $1', [open.id, name])
  await rename(`${open.name} 2`)
  expect(await categoriesBeside('two')).toContainEqual(open)
  deps.responseCache.clear()
  expect(await categoriesBeside('three')).toContainEqual({ ...open, name: `${open.name} 2` })
  await rename(`${open.name} 3`)
  server.travel(5000)
  expect(await categoriesBeside('four')).toContainEqual({ ...open, name: `${open.name} 3` })
})

test('S-7.11 D-33 the order is by name without letter case, then by id; is_active=1 and 0 list the active or inactive ones alone', async () => {
  const { id: category_id } = await createCategory(server.deps)
  const add = (name: string, is_active = true) => createMerchant(server.deps, { category_id, name, is_active })
  await add('banana')
  await add('Banana', false)
  await add('Cendol')
  await add('Ayam', false)
  for (const [query, names] of [
    ['&is_active=1', ['banana', 'Cendol']],
    ['&is_active=true', ['banana', 'Cendol']],
    ['&is_active=0', ['Ayam', 'Banana']],
    ['&is_active=false', ['Ayam', 'Banana']],
    ['&is_active=', ['Ayam', 'banana', 'Banana', 'Cendol']],
    ['', ['Ayam', 'banana', 'Banana', 'Cendol']],
  ] as const)
    expect([query, await namesFor(`category_id=${category_id}${query}`)]).toEqual([query, names])
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

test.each([
  [404, '/merchants/', ['999999999', 'slug/no-such-shop', 'slug/%25']],
  [414, '/merchants/', [`slug/${'x'.repeat(101)}`]],
  [400, '/merchants/', ['slug/%E0%A4%A']],
  [422, '/merchants/', ['slug/a%00b', 'abc', '0', '-1', '1.5', '9223372036854775808']],
  [422, '/merchants?page=', ['abc', '0', '', `${MAX_PAGE + 1}`, '1&page=2']],
  [422, '/merchants?category_id=', ['-1', '99999999999999999999999', '1&category_id=2']],
  [422, '/merchants?is_active=', ['maybe', '1&is_active=0']],
  [422, '/merchants?search=', ['a%00b', 'a&search=b', 'x'.repeat(SEARCH_MAX + 1)]],
])('S-2.16 D-08 what does not exist or makes no sense is a documented %i: %s%j', async (status, path, ends) => {
  for (const end of ends) {
    const response = await get(path + end)
    expect([end, response.status]).toEqual([end, status])
    expect(response.body.message).toEqual(expect.any(String))
    const [field, ...others] = Object.keys(response.body.errors)
    expect(others).toEqual([])
    if (status === 404) expect(response.body.message).toBe(texts.merchantNotFound)
    if (status === 422) expect(response.body.errors[field ?? '']).toEqual([expect.stringMatching(/\w/)])
  }
})

test('S-7.11 a search finds a part of a name literally, letter case, accents and spaces around aside', async () => {
  const { id } = await createCategory(server.deps)
  for (const name of ['Chloé’s Café', 'Kedai 100% Halal', 'Under_score', 'Back\\slash', 'Satay Pak Din'])
    await createMerchant(server.deps, { category_id: id, name })
  for (const [part, names] of [
    ['SATAY', ['Satay Pak Din']],
    [' pak d ', ['Satay Pak Din']],
    ['ay', ['Satay Pak Din']],
    ['CHLOÉ', ['Chloé’s Café']],
    ["chloe's", ['Chloé’s Café']],
    ['a', ['Back\\slash', 'Chloé’s Café', 'Kedai 100% Halal', 'Satay Pak Din']],
    ['%', ['Kedai 100% Halal']],
    ['_', ['Under_score']],
    ['\\', ['Back\\slash']],
    ["'; DROP TABLE merchants; --", []],
  ] as const)
    expect([part, await namesFor(`category_id=${id}&search=${encodeURIComponent(part)}`)]).toEqual([part, names])
  expect(await namesFor('category_id=&search=&page=1')).toContain('Back\\slash')
})

test('S-9.02 D-34 pages hold 15 each, without gap or overlap, and say which they are and how many there are', async () => {
  const { id } = await createCategory(server.deps)
  for (let at = 0; at < 31; at += 1)
    await createMerchant(server.deps, { category_id: id, name: `Shop ${String(at).padStart(2, '0')}` })
  const names: string[] = []
  for (const [current_page, length, has_more] of [
    [1, 15, true],
    [2, 15, true],
    [3, 1, false],
    [MAX_PAGE, 0, false],
  ] as const) {
    const { data, meta } = (await get(`/merchants?category_id=${id}&page=${current_page}`)).body
    expect(data.length).toBe(length)
    expect(meta).toMatchObject({ current_page, has_more, per_page: 15, last_page: 3, total: 31 })
    names.push(...data.map(({ name }: Merchant) => name))
  }
  expect(names).toEqual([...new Set(names)].sort())
})
