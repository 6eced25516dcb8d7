import type { AdminCategory } from '@stampus/contract/console/categories'
import * as calls from '@stampus/contract/console/categories'
import { CATEGORIES_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { orConflict } from '../../platform/db/clauses.ts'
import { conflict, invalid } from '../../platform/http/http-error.ts'
import { routes } from '../../platform/http/route.ts'
import {
  addRecord,
  changeRecord,
  type RecordKind,
  removeRecord,
} from '../../platform/versioned-records/versioned-records.service.ts'
import * as store from './categories.store.ts'

const categories: RecordKind<AdminCategory> = {
  subject: 'category',
  lock: store.lockCategory,
  describe: ({ name }) => ({ name }),
  changedText: () => texts.categoryChanged,
}

export const categoriesAdminRoutes = routes(calls, (deps: Deps) => ({
  list: async () => ({ data: await store.listAllCategories(deps.db.pool) }),
  create: async ({ name }, { operator }) => ({ data: await addCategory(deps, operator.id, name) }),
  change: async (input, { operator }) => ({ data: await changeCategory(deps, operator.id, input) }),
  remove: async (input, { operator }) => {
    await removeRecord(deps, operator.id, categories, input, async (tx, { merchants }) => {
      if (merchants > 0) throw conflict(texts.categoryInUse(merchants))
      await store.deleteCategory(tx, input.id)
    })
    return { message: texts.removed }
  },
}))

/** Throws 409 if there are too many categories, 422 if another one has this name in any letter case. */
const taken = () => invalid('name', texts.categoryTaken)
const reportTakenName = orConflict({ categories_name: taken, categories_name_key: taken })

function addCategory(deps: Deps, operatorId: number, name: string): Promise<AdminCategory> {
  const adding = addRecord(deps, operatorId, categories, async (tx) => {
    if ((await store.countForAdding(tx)) >= CATEGORIES_MAX) throw conflict(texts.categoriesFull(CATEGORIES_MAX))
    return store.insertCategory(tx, name)
  })
  return adding.catch(reportTakenName)
}

type Renaming = { id: number; version: number; name: string }

function changeCategory(deps: Deps, operatorId: number, input: Renaming): Promise<AdminCategory> {
  const { id, name } = input
  const changing = changeRecord(deps, operatorId, categories, input, async (tx, before) => {
    if (before.name === name) return before
    await store.renameCategory(tx, id, name)
    return { ...before, name, version: before.version + 1 }
  })
  return changing.catch(reportTakenName)
}
