import type { AdminDeal } from '@stampus/contract/console/deals'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { createContentManager, findAuditEntries } from '../../../tests/support/api/content.ts'
import { createDeal, createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'

const server = serverForTests()
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
const listedTitles = async () => {
  const { data } = (await server.app.inject(`/api/advertisements?merchant_id=${merchantId}`)).json()
  return data.map(({ title }: { title: string }) => title)
}

test('D-53 adding, changing and removing a deal shows to members at once and is recorded in the audit log', async () => {
  const { status, data } = await add({ title: 'Tea for two' })
  expect(status).toBe(201)
  expect(data).toMatchObject({ state: 'running', version: 1, merchant: { id: merchantId, name: 'Kopi Kita' } })
  expect(await listedTitles()).toEqual(['Tea for two'])
  const changed = await manager.call<AdminDeal>('PUT', `/deals/${data.id}`, { ...facts({ title: 'Tea' }), version: 1 })
  expect(changed).toMatchObject({ status: 200, data: { title: 'Tea', version: 2 } })
  expect(await listedTitles()).toEqual(['Tea'])
  expect(await manager.call('DELETE', `/deals/${data.id}`, { version: 1 })).toMatchObject({
    status: 409,
    message: texts.dealChanged,
  })
  expect((await manager.call('DELETE', `/deals/${data.id}`, { version: 2 })).status).toBe(200)
  expect((await manager.call('DELETE', `/deals/${data.id}`, { version: 2 })).status).toBe(404)
  expect(await listedTitles()).toEqual([])
  const entries = await findAuditEntries(server, 'deal', data.id)
  expect(entries.map(({ action }) => action)).toEqual(['deal.added', 'deal.changed', 'deal.removed'])
  expect(entries[0]?.changes).toContainEqual({ field: 'merchant', before: null, after: `Kopi Kita #${merchantId}` })
  expect(entries[1]?.changes).toEqual([{ field: 'title', before: 'Tea for two', after: 'Tea' }])
})

test('D-53 D-55 D-106 the Malay texts of a deal are saved, shown to members, audited, kept by a form without them, and emptied', async () => {
  const malay = { title_ms: 'Separuh harga', description_ms: 'Sebelum tengah hari.\nBukan hari Jumaat.' }
  const { data } = await add({ ...malay, title_ms: ' Separuh harga ', title: 'Half price' })
  expect(data).toMatchObject({ title: 'Half price', ...malay })
  const shown = async () => {
    const { data: deals } = (await server.app.inject(`/api/advertisements?merchant_id=${merchantId}`)).json()
    return deals.find(({ id }: { id: number }) => id === data.id)
  }
  expect(await shown()).toMatchObject({ title: 'Half price', description: 'Before noon.\nNot on Fridays.', ...malay })
  const change = (version: number, overrides: object) =>
    manager.call<AdminDeal>('PUT', `/deals/${data.id}`, { ...facts(overrides), version })

  // A console tab from before the upgrade does not send the fields.
  expect((await change(1, { title: 'Half' })).data).toMatchObject({ title: 'Half', ...malay })
  expect((await change(2, { title_ms: ' ' })).data).toMatchObject({ ...malay, title_ms: null })
  expect(await shown()).not.toHaveProperty('title_ms')
  expect((await change(3, { description_ms: null })).data).toMatchObject({ title_ms: null, description_ms: null })
  expect(await shown()).not.toHaveProperty('description_ms')
  const [added, , changed] = await findAuditEntries(server, 'deal', data.id)
  expect(added?.changes).toContainEqual({ field: 'title_ms', before: null, after: 'Separuh harga' })
  expect(changed?.changes).toContainEqual({ field: 'title_ms', before: 'Separuh harga', after: null })
})

test('D-53 the second of two managers who change the same deal gets a 409', async () => {
  const { data } = await add({ start_date: '2099-01-01' })
  const change = (title: string) => manager.call('PUT', `/deals/${data.id}`, { ...facts({ title }), version: 1 })
  const both = await Promise.all([change('One'), change('Two')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('D-53 a replaced picture of a deal is deleted, and so is the picture of a removed deal', async () => {
  const [first, second] = [await manager.picture('cover'), await manager.picture('cover')]
  const { data } = await add({ image_key: first, start_date: '2099-01-01' })
  expect(data.image_url).toBe(`/media/${first}`)
  await manager.call('PUT', `/deals/${data.id}`, { ...facts({ image_key: second }), version: 1 })
  expect(await listStoredFiles(server)).toEqual([second])
  await manager.call('DELETE', `/deals/${data.id}`, { version: 2 })
  expect(await listStoredFiles(server)).toEqual([])
})

test.each([
  ['merchant_id', { merchant_id: 999_999_999 }, texts.merchantUnknown],
  ['title', { title: '' }, texts.titleRequired],
  ['title', { title: '', title_ms: 'Separuh harga' }, texts.titleRequired],
  ['title_ms', { title_ms: 'x'.repeat(121) }, texts.tooLong(120)],
  ['title_ms', { title_ms: 'Separuh\nharga' }, texts.invalidText],
  ['description', { description: ' ' }, texts.descriptionRequired],
  ['description_ms', { description_ms: 'x'.repeat(2001) }, texts.tooLong(2000)],
  ['start_date', { start_date: '2026-02-30' }, texts.invalidDate],
  ['end_date', { start_date: '2026-02-02', end_date: '2026-02-01' }, texts.endsBeforeStart],
  ['image_key', { image_key: 'public/content/no-such.webp' }, texts.pictureGone],
])('D-53 an invalid deal is rejected under %s: %j', async (field, overrides, text) => {
  const { status, errors } = await add(overrides)
  expect(status).toBe(422)
  expect(errors).toEqual({ [field]: [text] })
})

test('D-53 the list shows planned, running and past deals by the campus day, the newest first', async () => {
  const { id: merchant_id } = await createMerchant(server.deps)
  const today = dayIn(server.deps.config.TIME_ZONE, server.deps.now())
  await createDeal(server.deps, { merchant_id, title: 'Over', start_date: '2020-01-01', end_date: '2020-01-02' })
  await createDeal(server.deps, { merchant_id, title: 'Today', start_date: today, end_date: today })
  await createDeal(server.deps, { merchant_id, title: 'Planned', start_date: '2099-01-01' })
  const list = async (query = '') => {
    const { data } = await manager.call<AdminDeal[]>('GET', `/deals?merchant_id=${merchant_id}${query}`)
    return data.map(({ title, state }) => `${title} ${state}`)
  }
  expect(await list()).toEqual(['Planned planned', 'Today running', 'Over over'])
  expect(await list('&state=over')).toEqual(['Over over'])
  expect(await list('&state=running')).toEqual(['Today running'])
  expect(await list('&state=planned')).toEqual(['Planned planned'])
  expect((await manager.call('GET', '/deals?state=planned')).status).toBe(200)
})

test('D-50 D-53 only managers can edit deals', async () => {
  const reviewer = await createContentManager(server, 'reviewer')
  expect((await reviewer.call('GET', '/deals')).status).toBe(403)
  expect((await reviewer.call('DELETE', '/deals/1', { version: 1 })).status).toBe(403)
})
