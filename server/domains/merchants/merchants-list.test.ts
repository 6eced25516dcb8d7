import { MAX_PAGE } from '@stampus/contract/limits'
import type { Merchant } from '@stampus/contract/merchants'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()

const get = async (query: string) => (await server.app.inject(`/api/merchants?${query}`)).json()
const namesFor = async (query: string): Promise<string[]> => (await get(query)).data.map(({ name }: Merchant) => name)

describe('S-7.11 search', () => {
  let category: number

  beforeAll(async () => {
    category = (await createCategory(server.deps)).id
    for (const name of ['Chloé’s Café', 'Kedai 100% Halal', 'Under_score', 'Back\\slash', 'Satay Pak Din'])
      await createMerchant(server.deps, { category_id: category, name })
  })

  test.each([
    ['SATAY', ['Satay Pak Din']],
    [' pak d ', ['Satay Pak Din']],
    ['Y', ['Satay Pak Din']],
    ['ay', ['Satay Pak Din']],
    ['CHLOÉ', ['Chloé’s Café']],
    ["chloe's", ['Chloé’s Café']],
    ['a', ['Back\\slash', 'Chloé’s Café', 'Kedai 100% Halal', 'Satay Pak Din']],
    ['%', ['Kedai 100% Halal']],
    ['_', ['Under_score']],
    ['\\', ['Back\\slash']],
    ['%%', []],
    ["'; DROP TABLE merchants; --", []],
    ['nothing like it', []],
  ])('finds a part of a name literally, letter case and accents aside: %s', async (part, names) => {
    expect(await namesFor(`category_id=${category}&search=${encodeURIComponent(part)}`)).toEqual(names)
  })

  test('does not filter when it or the category is empty', async () => {
    expect(await namesFor('category_id=&search=&page=1')).toContain('Back\\slash')
  })
})

test('S-9.02 D-34 pages hold 15 each, without gap or overlap, and say which they are and how many there are', async () => {
  const { id } = await createCategory(server.deps)
  for (let at = 0; at < 31; at += 1)
    await createMerchant(server.deps, { category_id: id, name: `Shop ${String(at).padStart(2, '0')}` })
  const pageOf = (page: number) => get(`category_id=${id}&page=${page}`)
  const pages = [await pageOf(1), await pageOf(2), await pageOf(3), await pageOf(MAX_PAGE)]
  expect(pages.map(({ data }) => data.length)).toEqual([15, 15, 1, 0])
  const names = pages.flatMap(({ data }) => data.map(({ name }: Merchant) => name))
  expect(names).toEqual([...names].sort())
  expect(new Set(names).size).toBe(31)
  const counted = { per_page: 15, last_page: 3, total: 31 }
  for (const [at, meta] of [
    [0, { current_page: 1, has_more: true }],
    [2, { current_page: 3, has_more: false }],
    [3, { current_page: MAX_PAGE, has_more: false }],
  ] as const)
    expect(pages[at]?.meta).toMatchObject({ ...counted, ...meta })
})
