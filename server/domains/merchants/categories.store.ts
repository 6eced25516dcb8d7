import type { AdminCategory } from '@stampus/contract/console/categories'
import { CATEGORIES_MAX } from '@stampus/contract/limits'
import type { Category } from '@stampus/contract/merchants'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, one, run, some, value } from '../../platform/db/query.ts'
import { raw, sql } from '../../platform/db/sql.ts'

export const listActiveCategories = (db: Queryable) =>
  many<Category>(db, 'merchants.active-categories')`
    SELECT c.id, c.name FROM categories c
    WHERE EXISTS (SELECT FROM merchants m WHERE m.category_id = c.id AND m.is_active) ORDER BY c.name`

const ADMIN_CATEGORY = sql`
  SELECT c.id, c.name, c.version, (SELECT count(*)::int FROM merchants m WHERE m.category_id = c.id) AS merchants
  FROM categories c`

export const listAllCategories = (db: Queryable) =>
  many<AdminCategory>(db)`${ADMIN_CATEGORY} ORDER BY lower(c.name) LIMIT ${raw(CATEGORIES_MAX)}`

/** Finds a category and locks it until the transaction ends: it cannot be removed, and no merchant can join it. */
export async function lockCategory(tx: Queryable, id: number) {
  await run(tx)`SELECT FROM categories WHERE id = ${id} FOR UPDATE`
  return maybe<AdminCategory>(tx)`${ADMIN_CATEGORY} WHERE c.id = ${id}`
}

/** Whether a category exists. It cannot be removed until the transaction ends. */
export const holdCategory = (tx: Queryable, id: number) =>
  some(tx)`SELECT name FROM categories WHERE id = ${id} FOR KEY SHARE`

/** The number of categories. No other transaction can add one until this transaction ends. */
export async function countForAdding(tx: Queryable): Promise<number> {
  await run(tx)`LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE`
  return value(tx)`SELECT count(*)::int FROM categories`
}

/** Adds a category. A name that is taken violates a unique index. */
export const insertCategory = (tx: Queryable, name: string) =>
  one<AdminCategory>(tx)`INSERT INTO categories (name) VALUES (${name}) RETURNING id, name, version, 0 AS merchants`

/** Adds the categories that do not exist yet and returns all the named ones. */
export async function ensureCategories(db: Queryable, names: readonly string[]) {
  await run(db)`INSERT INTO categories (name) SELECT unnest(${names}::text[]) ON CONFLICT DO NOTHING`
  return many<Category>(db)`SELECT id, name FROM categories WHERE name = ANY(${names})`
}

export const renameCategory = (tx: Queryable, id: number, name: string) =>
  run(tx)`UPDATE categories SET name = ${name}, version = version + 1 WHERE id = ${id}`

export const deleteCategory = (tx: Queryable, id: number) => run(tx)`DELETE FROM categories WHERE id = ${id}`
