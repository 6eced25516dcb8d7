import { randomUUID } from 'node:crypto'
import type { AdminCategory } from '@stampus/contract/console/categories'
import type { AdminMerchant, ListedMerchant } from '@stampus/contract/console/merchants'
import { CATEGORIES_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createContentManager, findAuditEntries, merchantForm } from '../../../tests/support/api/content.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createCategory, createDeal, createMerchant } from '../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createContentManager>>
beforeAll(async () => {
  manager = await createContentManager(server)
})

const add = async (overrides: object = {}) => {
  const { id } = await createCategory(server.deps)
  return manager.call<AdminMerchant>('POST', '/merchants', merchantForm(id, overrides))
}
const change = ({ id, version, category, ...rest }: AdminMerchant, overrides: object) =>
  manager.call<AdminMerchant>('PUT', `/merchants/${id}`, {
    ...merchantForm(category.id, { name: rest.name, slug: rest.slug, logo_key: rest.logo_key }),
    version,
    ...overrides,
  })

const shown = async ({ id, slug, category }: AdminMerchant) => {
  const paths = [`/${id}`, `/slug/${slug}`, `?category_id=${category.id}`]
  const answers = await Promise.all(paths.map((path) => server.app.inject(`/api/merchants${path}`)))
  const [first, ...others] = answers.map((answer) => [answer.json().data].flat()[0])
  expect(others).toEqual([first, first])
  return first
}

const written = {
  description: 'Coffee and toast.\nSince 1987.',
  description_ms: 'Kopi dan roti bakar.\nSejak 1987.',
  opening_hours: 'Mon–Fri 8.00–18.00\nSat 9.00–13.00',
  opening_hours_ms: 'Setiap hari 7.00–22.00',
  further_names: ['Golden Arches Sdn Bhd', 'Gerbang Alaf'],
}

test('D-51 D-53 D-55 D-92 D-106 a manager adds a merchant with its rules, texts and people, members see it at once, and the audit log names nobody', async () => {
  const category = await createCategory(server.deps)
  const facts = merchantForm(category.id, {
    ...written,
    description_ms: ` ${written.description_ms}\n`,
    opening_hours: ` ${written.opening_hours}\n`,
    further_names: [' Golden Arches Sdn Bhd ', 'Gerbang Alaf'],
    minimum_spend: '12.50',
    receipts_per_day: '2',
    people: ['Owner@shop.example', 'owner@shop.example', 'cashier@shop.example'],
  })
  const { status, data } = await manager.call<AdminMerchant>('POST', '/merchants', facts)
  expect(status).toBe(201)
  const { category_id, ...rest } = facts
  const saved = { ...rest, ...written, category, minimum_spend: '12.50', receipts_per_day: 2 }
  const people = ['cashier@shop.example', 'Owner@shop.example']
  const page_url = `http://stampus.test/merchants/${facts.slug}`
  expect(data).toEqual({ ...saved, people, page_url, id: data.id, logo_url: null, version: 1 })
  const { further_names, ...texts } = written
  const seen = await shown(data)
  expect(seen).toMatchObject({ id: data.id, minimum_spend: '12.50', receipts_per_day: 2, ...texts })
  for (const hidden of ['people', 'further_names']) expect(seen).not.toHaveProperty(hidden)
  const [entry] = await findAuditEntries(server, 'merchant', data.id)
  expect(entry).toMatchObject({ operator_id: manager.id, action: 'merchant.added' })
  for (const [field, after] of Object.entries({
    ...texts,
    slug: facts.slug,
    people: '2',
    further_names: 'Golden Arches Sdn Bhd, Gerbang Alaf',
  }))
    expect(entry?.changes).toContainEqual({ field, before: null, after })
})

test('D-51 D-53 D-55 D-92 D-106 a form without texts and names keeps them, an empty one removes them, a Malay text with its English one, and a replaced or removed logo is deleted; the audit log has both values', async () => {
  const [logo_key, second_logo] = [await manager.picture('logo'), await manager.picture('logo')]
  const { data } = await add({ ...written, people: ['one@shop.example', 'two@shop.example'], logo_key })
  expect(data.logo_url).toBe(`/media/${logo_key}`)
  expect((await shown(data)).merchant_logo_placeholder_image_url).toMatch(/^data:image\/webp/)
  expect(await listStoredFiles(server)).toEqual([logo_key, second_logo].sort())
  const renaming = { name: 'Kopi Baru', is_active: false, minimum_spend: '5', people: ['two@shop.example'] }
  const renamed = await change(data, { ...renaming, logo_key: second_logo })
  expect(await listStoredFiles(server)).toEqual([second_logo])
  expect(renamed).toMatchObject({ status: 200, data: { ...written, name: 'Kopi Baru', is_active: false, version: 2 } })
  const found = (await server.app.inject('/api/merchants?search=kopi%20baru')).json().data
  expect(found.map(({ id }: { id: number }) => id)).toContain(data.id)
  expect(await shown(renamed.data)).toMatchObject({ name: 'Kopi Baru', is_active: false, minimum_spend: '5.00' })
  expect(await change(data, { opening_hours: 'Closed' })).toMatchObject({ status: 409, message: texts.merchantChanged })
  const empty = { description_ms: ' ', opening_hours: ' \n', further_names: [], logo_key: null }
  const emptied = await change(renamed.data, empty)
  expect(await listStoredFiles(server)).toEqual([])
  const none = { description_ms: null, opening_hours: null, opening_hours_ms: null, further_names: [], logo_url: null }
  expect(emptied.data).toMatchObject({ ...none, description: written.description, version: 3 })
  const seen = await shown(emptied.data)
  expect(seen).toMatchObject({ description: written.description, opening_hours: null })
  for (const hidden of ['description_ms', 'opening_hours_ms']) expect(seen).not.toHaveProperty(hidden)
  const [added, first, second] = await findAuditEntries(server, 'merchant', data.id)
  const actions = ['merchant.added', 'merchant.changed', 'merchant.changed']
  expect([added, first, second].map((entry) => entry?.action)).toEqual(actions)
  const changes = [
    { field: 'name', before: 'Kopi Kita', after: 'Kopi Baru' },
    { field: 'active', before: 'yes', after: 'no' },
    { field: 'minimum_spend', before: null, after: '5.00' },
    { field: 'people', before: '2', after: '1' },
  ]
  expect(first?.changes).toEqual(expect.arrayContaining(changes))
  for (const [field, before] of Object.entries({
    description_ms: written.description_ms,
    opening_hours: written.opening_hours,
    opening_hours_ms: written.opening_hours_ms,
    further_names: 'Golden Arches Sdn Bhd, Gerbang Alaf',
  }))
    expect(second?.changes).toContainEqual({ field, before, after: null })
})

test('D-53 an invalid merchant, or one with the slug of another, is rejected under each of its wrong fields', async () => {
  for (const [field, overrides, text] of [
    ['slug', { slug: '' }, texts.slugRequired],
    ['slug', { slug: 'Kopi Kita' }, texts.invalidSlug],
    ['name', { name: ' ' }, texts.nameRequired],
    ['address', { address: '' }, texts.addressRequired],
    ['category_id', { category_id: 999_999_999 }, texts.categoryRequired],
    ['minimum_spend', { minimum_spend: '0' }, texts.invalidAmount],
    ['receipts_per_day', { receipts_per_day: '0' }, texts.invalidPerDay(100)],
    ['receipts_per_day', { receipts_per_day: '101' }, texts.invalidPerDay(100)],
    ['contact_number', { contact_number: 'ask inside' }, texts.invalidPhone],
    ['opening_hours', { opening_hours: 'x'.repeat(201) }, texts.tooLong(200)],
    ['further_names', { further_names: ['x'.repeat(101)] }, texts.tooLong(100)],
    ['further_names', { further_names: Array(11).fill('Kopi') }, texts.tooManyNames(10)],
    ['opening_hours', { opening_hours: 'Mon\0' }, texts.invalidText],
    ['opening_hours_ms', { opening_hours: 'Mon', opening_hours_ms: 'x'.repeat(201) }, texts.tooLong(200)],
    ['description', { description: 'x'.repeat(501) }, texts.tooLong(500)],
    ['description_ms', { description: 'Coffee', description_ms: 'x'.repeat(501) }, texts.tooLong(500)],
    ['description', { description_ms: 'Kopi' }, texts.englishRequired],
    ['opening_hours', { opening_hours_ms: 'Setiap hari' }, texts.englishRequired],
    ['people', { people: ['nobody'] }, texts.noEmailAddress('nobody')],
    ['logo_key', { logo_key: 'public/content/no-such.webp' }, texts.pictureGone],
    ['logo_key', { logo_key: 'public/content/\0' }, texts.invalidText],
  ] as const) {
    const { status, errors } = await add(overrides)
    expect([overrides, status, errors]).toEqual([overrides, 422, { [field]: [text] }])
  }
  const { slug } = await createMerchant(server.deps)
  expect((await add({ slug })).errors).toEqual({ slug: [texts.slugTaken] })
  expect((await change((await add()).data, { slug })).errors).toEqual({ slug: [texts.slugTaken] })
  const hours = `${'x'.repeat(99)}\n${'x'.repeat(100)}`
  expect(await add({ opening_hours: hours })).toMatchObject({ status: 201, data: { opening_hours: hours } })
})

test('D-53 a contact number that was saved before it had to be a phone number stays until it is changed; an unknown merchant is a 404', async () => {
  const { id } = await createMerchant(server.deps, { contact_number: 'ask inside' })
  const { data } = await manager.call<AdminMerchant>('GET', `/merchants/${id}`)
  expect((await shown(data)).contact_number).toBe('ask inside')
  expect((await change(data, { contact_number: '' })).data.contact_number).toBe('')
  expect((await manager.call('GET', '/merchants/999999999')).status).toBe(404)
  expect((await change({ ...data, id: 999_999_999 }, {})).status).toBe(404)
})

test('D-53 the list is by name, with search, category and state, 25 a page', async () => {
  const category = await createCategory(server.deps)
  const closed = await createMerchant(server.deps, { category_id: category.id, name: 'Zebra', is_active: false })
  for (let at = 0; at < 25; at++) await createMerchant(server.deps, { category_id: category.id, name: `Shop ${at}` })
  await createDeal(server.deps, { merchant_id: closed.id })
  const list = async (query: string) =>
    manager.call<ListedMerchant[]>('GET', `/merchants?category_id=${category.id}&${query}`)
  const [first, second] = [await list('page=1'), await list('page=2')]
  expect([first.data.length, second.data.length]).toEqual([25, 1])
  expect(second.data[0]).toMatchObject({ name: 'Zebra', is_active: false, running_deals: 1, category })
  expect((await list('state=inactive')).data.map(({ id }) => id)).toEqual([closed.id])
  expect((await list('state=active')).data.length).toBe(25)
  expect((await list('search=ebra')).data.map(({ id }) => id)).toEqual([closed.id])
  expect((await list('state=sleeping')).status).toBe(422)
})

test('D-53 the usage of a merchant lists its pending receipts and its current and planned deals', async () => {
  const { deps } = server
  const { id } = await createMerchant(deps)
  const usage = async () => (await manager.call<object>('GET', `/merchants/${id}/usage`)).data
  expect(await usage()).toEqual({ waiting: 0, deals: [] })
  const receipt = await createSubmission(deps, { merchantId: id })
  await createSubmission(deps, { merchantId: id })
  await (await createDesk(server)).reject(receipt.id, 'Blurred')
  await createDeal(deps, { merchant_id: id, title: 'Over', start_date: '2020-01-01', end_date: '2020-01-02' })
  const plan = (title: string, start_date: string) =>
    createDeal(deps, { merchant_id: id, title, start_date, end_date: '2099-01-02' })
  const running = await plan('Two for one', '2020-01-01')
  const coming = await plan('Soon', '2098-01-01')
  expect(await usage()).toEqual({
    waiting: 1,
    deals: [
      { id: running, title: 'Two for one' },
      { id: coming, title: 'Soon' },
    ],
  })
})

const newName = () => `Books ${randomUUID()}`
const addCategory = (name = newName()) => manager.call<AdminCategory>('POST', '/categories', { name })

test('D-53 adding, renaming and removing a category is recorded in the audit log', async () => {
  const { status, data } = await addCategory('Books')
  expect(status).toBe(201)
  expect(data).toEqual({ id: data.id, name: 'Books', merchants: 0, version: 1 })
  const renamed = await manager.call('PUT', `/categories/${data.id}`, { name: 'Bookshops', version: 1 })
  expect(renamed).toMatchObject({ status: 200, data: { name: 'Bookshops', version: 2 } })
  expect((await manager.call<AdminCategory[]>('GET', '/categories')).data).toContainEqual(renamed.data)
  const remove = async () => (await manager.call('DELETE', `/categories/${data.id}`, { version: 2 })).status
  expect([await remove(), await remove()]).toEqual([200, 404])
  expect(await findAuditEntries(server, 'category', data.id)).toMatchObject([
    { action: 'category.added', changes: [{ field: 'name', before: null, after: 'Books' }] },
    { action: 'category.changed', changes: [{ field: 'name', before: 'Books', after: 'Bookshops' }] },
    { action: 'category.removed', changes: [{ field: 'name', before: 'Bookshops', after: null }] },
  ])
})

test('D-53 a category with merchants, or one that a merchant is joining, cannot be removed, and the error gives their number', async () => {
  const [{ data }, { data: joined }] = [await addCategory(), await addCategory()]
  const remove = (id = data.id) => manager.call('DELETE', `/categories/${id}`, { version: 1 })
  await createMerchant(server.deps, { category_id: data.id })
  expect(await remove()).toMatchObject({ status: 409, message: texts.categoryInUse(1) })
  await createMerchant(server.deps, { category_id: data.id, is_active: false })
  expect(await remove()).toMatchObject({ status: 409, message: texts.categoryInUse(2) })
  const joining = manager.call('POST', '/merchants', merchantForm(joined.id))
  const [removed, added] = await Promise.all([remove(joined.id), joining])
  expect(['200 422', '409 201']).toContain(`${removed.status} ${added.status}`)
})

test('D-53 a category name is unique, and the second of two renames gets a 409', async () => {
  const { data } = await addCategory()
  expect((await addCategory(data.name.toUpperCase())).errors).toEqual({ name: [texts.categoryTaken] })
  const other = await addCategory()
  const rename = (name: string) => manager.call('PUT', `/categories/${other.data.id}`, { name, version: 1 })
  expect((await rename(data.name)).errors).toEqual({ name: [texts.categoryTaken] })
  expect((await rename(' ')).errors).toEqual({ name: [texts.nameRequired] })
  expect((await rename('half \ud800')).errors).toEqual({ name: [texts.invalidText] })
  expect((await rename(newName())).status).toBe(200)
  expect(await rename(newName())).toMatchObject({ status: 409, message: texts.categoryChanged })
})

test('D-53 no more categories can be added than the list shows', async () => {
  await server.sql("INSERT INTO categories (name) SELECT 'Full ' || n FROM generate_series(1, $1::int) n", [
    CATEGORIES_MAX,
  ])
  expect(await addCategory()).toMatchObject({ status: 409, message: texts.categoriesFull(CATEGORIES_MAX) })
  await server.sql("DELETE FROM categories WHERE name LIKE 'Full %'")
  expect((await addCategory()).status).toBe(201)
})
