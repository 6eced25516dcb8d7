import type { AdminCategory } from '@stampus/contract/console/categories'
import { CATEGORIES_MAX } from '@stampus/contract/limits'
import type { Category } from '@stampus/contract/merchants'
import type { Queryable } from '../../platform/db/database.ts'

/** The categories with active merchants, by name. */
export async function listActiveCategories(db: Queryable): Promise<Category[]> {
  const { rows } = await db.query<Category>({
    name: 'merchants.active-categories',
    text: `SELECT c.id, c.name FROM categories c
           WHERE EXISTS (SELECT FROM merchants m WHERE m.category_id = c.id AND m.is_active) ORDER BY c.name`,
  })
  return rows
}

const ADMIN_CATEGORY = `
  SELECT c.id, c.name, c.version, (SELECT count(*)::int FROM merchants m WHERE m.category_id = c.id) AS merchants
  FROM categories c`

/** All categories, by name. */
export async function listAllCategories(db: Queryable): Promise<AdminCategory[]> {
  const { rows } = await db.query<AdminCategory>({
    text: `${ADMIN_CATEGORY} ORDER BY lower(c.name) LIMIT ${CATEGORIES_MAX}`,
  })
  return rows
}

/** Finds a category and locks it until the transaction ends: it cannot be removed, and no merchant can join it. */
export async function lockCategory(tx: Queryable, id: number): Promise<AdminCategory | undefined> {
  await tx.query({ text: 'SELECT FROM categories WHERE id = $1 FOR UPDATE', values: [id] })
  const { rows } = await tx.query<AdminCategory>({ text: `${ADMIN_CATEGORY} WHERE c.id = $1`, values: [id] })
  return rows[0]
}

/** Whether a category exists. It cannot be removed until the transaction ends. */
export async function holdCategory(tx: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'SELECT name FROM categories WHERE id = $1 FOR KEY SHARE',
    values: [id],
  })
  return rowCount === 1
}

/** The number of categories. No other transaction can add one until this transaction ends. */
export async function countForAdding(tx: Queryable): Promise<number> {
  await tx.query('LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE')
  const { rows } = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM categories')
  return rows[0]?.count ?? 0
}

/** Adds a category. A name that is taken violates a unique index. */
export async function insertCategory(tx: Queryable, name: string): Promise<AdminCategory> {
  const { rows } = await tx.query<AdminCategory>({
    text: 'INSERT INTO categories (name) VALUES ($1) RETURNING id, name, version, 0 AS merchants',
    values: [name],
  })
  const [row] = rows
  if (!row) throw new Error('The category was not added')
  return row
}

/** Adds the categories that do not exist yet and returns all the named ones. */
export async function ensureCategories(db: Queryable, names: readonly string[]): Promise<Category[]> {
  await db.query({
    text: 'INSERT INTO categories (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    values: [names],
  })
  const { rows } = await db.query<Category>({
    text: 'SELECT id, name FROM categories WHERE name = ANY($1)',
    values: [names],
  })
  return rows
}

export async function renameCategory(tx: Queryable, id: number, name: string): Promise<void> {
  await tx.query({ text: 'UPDATE categories SET name = $2, version = version + 1 WHERE id = $1', values: [id, name] })
}

export async function deleteCategory(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM categories WHERE id = $1', values: [id] })
}
