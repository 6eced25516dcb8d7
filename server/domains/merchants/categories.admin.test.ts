import { randomUUID } from 'node:crypto'
import type { AdminCategory } from '@stampus/contract/console/categories'
import { CATEGORIES_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createContentManager, findAuditEntries, merchantForm } from '../../../tests/support/api/content.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createContentManager>>
beforeAll(async () => {
  manager = await createContentManager(server)
})

const newName = () => `Books ${randomUUID()}`
const add = (name = newName()) => manager.call<AdminCategory>('POST', '/categories', { name })

test('D-53 adding, renaming and removing one is recorded in the audit log', async () => {
  const { status, data } = await add('Books')
  expect(status).toBe(201)
  expect(data).toEqual({ id: data.id, name: 'Books', merchants: 0, version: 1 })
  const renamed = await manager.call('PUT', `/categories/${data.id}`, { name: 'Bookshops', version: 1 })
  expect(renamed).toMatchObject({ status: 200, data: { name: 'Bookshops', version: 2 } })
  expect((await manager.call<AdminCategory[]>('GET', '/categories')).data).toContainEqual(renamed.data)
  expect((await manager.call('DELETE', `/categories/${data.id}`, { version: 2 })).status).toBe(200)
  expect((await manager.call('DELETE', `/categories/${data.id}`, { version: 2 })).status).toBe(404)
  expect((await findAuditEntries(server, 'category', data.id)).map(({ action, changes }) => [action, changes])).toEqual(
    [
      ['category.added', [{ field: 'name', before: null, after: 'Books' }]],
      ['category.changed', [{ field: 'name', before: 'Books', after: 'Bookshops' }]],
      ['category.removed', [{ field: 'name', before: 'Bookshops', after: null }]],
    ],
  )
})

test('D-53 a category with merchants cannot be removed, and the error gives their number', async () => {
  const { data } = await add()
  await createMerchant(server.deps, { category_id: data.id })
  const remove = () => manager.call('DELETE', `/categories/${data.id}`, { version: 1 })
  expect(await remove()).toMatchObject({ status: 409, message: texts.categoryInUse(1) })
  await createMerchant(server.deps, { category_id: data.id, is_active: false })
  expect(await remove()).toMatchObject({ status: 409, message: texts.categoryInUse(2) })
})

test('D-53 a category cannot be removed while a merchant is joining it', async () => {
  const { data } = await add()
  const [removed, added] = await Promise.all([
    manager.call('DELETE', `/categories/${data.id}`, { version: 1 }),
    manager.call('POST', '/merchants', merchantForm(data.id)),
  ])
  expect([
    [200, 422],
    [409, 201],
  ]).toContainEqual([removed.status, added.status])
})

test('D-53 a category name is unique, and the second of two renames gets a 409', async () => {
  const { data } = await add()
  expect((await add(data.name.toUpperCase())).errors).toEqual({ name: [texts.categoryTaken] })
  const other = await add()
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
  expect(await add()).toMatchObject({ status: 409, message: texts.categoriesFull(CATEGORIES_MAX) })
  await server.sql("DELETE FROM categories WHERE name LIKE 'Full %'")
  expect((await add()).status).toBe(201)
})
