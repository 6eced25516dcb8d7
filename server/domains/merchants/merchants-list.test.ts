import { MAX_PAGE, PAGE_SIZE } from '@stampus/contract/limits'
import type { Merchant } from '@stampus/contract/merchants'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()

const get = async (query: string) => {
  const response = await server.app.inject(`/api/merchants?${query}`)
  return { status: response.statusCode, body: response.json() }
}
const namesFor = async (query: string): Promise<string[]> =>
  (await get(query)).body.data.map(({ name }: Merchant) => name)

test('S-7.11 an empty category or search does not filter', async () => {
  const { name } = await createMerchant(server.deps, { name: 'AAA First Of All' })
  expect(await namesFor('category_id=&search=&page=1')).toContain(name)
  expect(await namesFor('search=%20aaa%20first%20')).toContain(name)
})

describe('S-7.11 search', () => {
  let category: number
  const search = (part: string) => namesFor(`category_id=${category}&search=${encodeURIComponent(part)}`)

  beforeAll(async () => {
    category = (await createCategory(server.deps)).id
    for (const name of ['Chloé’s Café', 'Kedai 100% Halal', 'Under_score', 'Back\\slash', 'Satay Pak Din'])
      await createMerchant(server.deps, { category_id: category, name })
  })

  test('finds a part of a name literally, letter case aside', async () => {
    for (const [part, names] of [
      ['SATAY', ['Satay Pak Din']],
      ['pak d', ['Satay Pak Din']],
      ['CHLOÉ', ['Chloé’s Café']],
      ["chloe's", ['Chloé’s Café']],
      ['a', ['Back\\slash', 'Chloé’s Café', 'Kedai 100% Halal', 'Satay Pak Din']],
      ['%', ['Kedai 100% Halal']],
      ['_', ['Under_score']],
      ['\\', ['Back\\slash']],
      ['%%', []],
      ["'; DROP TABLE merchants; --", []],
      ['nothing like it', []],
    ] as const)
      expect([part, await search(part)]).toEqual([part, names])
  })
})

describe('S-9.02 D-34 pages', () => {
  let category: number
  const pageOf = (page: number) => get(`category_id=${category}&page=${page}`)

  beforeAll(async () => {
    category = (await createCategory(server.deps)).id
    for (let at = 0; at < PAGE_SIZE * 2 + 1; at++)
      await createMerchant(server.deps, { category_id: category, name: `Shop ${String(at).padStart(2, '0')}` })
  })

  test('hold 15 each, without gap or overlap', async () => {
    const pages = [await pageOf(1), await pageOf(2), await pageOf(3)]
    expect(pages.map(({ body }) => body.data.length)).toEqual([15, 15, 1])
    const names = pages.flatMap(({ body }) => body.data.map((merchant: Merchant) => merchant.name))
    expect(names).toEqual([...names].sort())
    expect(new Set(names).size).toBe(31)
  })

  test('say which page they are and how many there are', async () => {
    const counted = { per_page: 15, last_page: 3, total: 31 }
    expect((await pageOf(1)).body.meta).toMatchObject({ ...counted, current_page: 1, has_more: true })
    expect((await pageOf(3)).body.meta).toMatchObject({ ...counted, current_page: 3, has_more: false })
  })

  test('beyond the last one are empty and give the totals', async () => {
    const { status, body } = await pageOf(MAX_PAGE)
    expect(status).toBe(200)
    expect(body.data).toEqual([])
    expect(body.meta).toMatchObject({ current_page: MAX_PAGE, has_more: false, last_page: 3, total: 31 })
  })
})
