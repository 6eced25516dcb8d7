import type { KeptCategory } from '@stampus/contract/console/categories'
import { CATEGORIES_MAX } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { recordChanges } from '../../platform/audit/changes.ts'
import { violatesUnique } from '../../platform/db/sql.ts'
import { withCacheInvalidation } from '../../platform/http/response-cache.ts'
import { conflict, invalid, unchanged } from '../../platform/http/http-error.ts'
import {
  countForAdding,
  deleteCategory,
  insertCategory,
  lockCategory,
  renameCategory,
} from './categories.admin.store.ts'

type Named = { id: number; version: number }

/** Adds a category. 409 where the list is full, 422 where the name is taken, however its letters are written. */
export function addCategory(deps: Deps, operatorId: number, name: string): Promise<KeptCategory> {
  return withFreeName(() =>
    withCacheInvalidation(deps, async (tx) => {
      if ((await countForAdding(tx)) >= CATEGORIES_MAX) throw conflict(texts.categoriesFull(CATEGORIES_MAX))
      const category = await insertCategory(tx, name)
      await recordChanges(tx, { operatorId, action: 'category.added', id: category.id, at: deps.now() }, {}, { name })
      return category
    }),
  )
}

/** Renames a category. 404, 409 where it was changed meanwhile, 422 where the name is taken. */
export function changeCategory(deps: Deps, operatorId: number, given: Named & { name: string }): Promise<KeptCategory> {
  const { id, version, name } = given
  return withFreeName(() =>
    withCacheInvalidation(deps, async (tx) => {
      const before = unchanged(await lockCategory(tx, id), version, texts.categoryChanged)
      if (before.name === name) return before
      await renameCategory(tx, id, name)
      await recordChanges(
        tx,
        { operatorId, action: 'category.changed', id, at: deps.now() },
        { name: before.name },
        { name },
      )
      return { ...before, name, version: before.version + 1 }
    }),
  )
}

/** Removes a category. 404, 409 where it was changed meanwhile or merchants are in it. */
export async function removeCategory(deps: Deps, operatorId: number, { id, version }: Named): Promise<void> {
  await withCacheInvalidation(deps, async (tx) => {
    const { name, merchants } = unchanged(await lockCategory(tx, id), version, texts.categoryChanged)
    if (merchants > 0) throw conflict(texts.categoryInUse(merchants))
    await deleteCategory(tx, id)
    await recordChanges(tx, { operatorId, action: 'category.removed', id, at: deps.now() }, { name }, {})
  })
}

async function withFreeName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (fault) {
    const taken = violatesUnique(fault, 'categories_name') || violatesUnique(fault, 'categories_name_key')
    throw taken ? invalid('name', texts.categoryTaken) : fault
  }
}
