import type { KeptCategory } from '@stampus/contract/console/categories'
import { CATEGORIES_MAX } from '@stampus/contract/limits'
import type { Queryable } from '../../platform/db/database.ts'

const KEPT = `
  SELECT c.id, c.name, c.version, (SELECT count(*)::int FROM merchants m WHERE m.category_id = c.id) AS merchants
  FROM categories c`

/** Every category by name: there are as many as fit on the members' chips. */
export async function listCategories(db: Queryable): Promise<KeptCategory[]> {
  const { rows } = await db.query<KeptCategory>({ text: `${KEPT} ORDER BY lower(c.name) LIMIT ${CATEGORIES_MAX}` })
  return rows
}

/** The category, held against removal and against merchants that would join it, until the transaction ends. */
export async function lockCategory(tx: Queryable, id: number): Promise<KeptCategory | undefined> {
  await tx.query({ text: 'SELECT FROM categories WHERE id = $1 FOR UPDATE', values: [id] })
  const { rows } = await tx.query<KeptCategory>({ text: `${KEPT} WHERE c.id = $1`, values: [id] })
  return rows[0]
}

/** The name of a category that a merchant is to be in; until the transaction ends it cannot be removed. */
export async function holdCategory(tx: Queryable, id: number): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>({
    text: 'SELECT name FROM categories WHERE id = $1 FOR KEY SHARE',
    values: [id],
  })
  return rows[0]?.name
}

/** How many categories there are; until the transaction ends nobody else adds one. */
export async function countForAdding(tx: Queryable): Promise<number> {
  await tx.query('LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE')
  const { rows } = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM categories')
  return rows[0]?.count ?? 0
}

/** Adds a category; the index `categories_name` refuses a name that is taken. */
export async function insertCategory(tx: Queryable, name: string): Promise<KeptCategory> {
  const { rows } = await tx.query<KeptCategory>({
    text: 'INSERT INTO categories (name) VALUES ($1) RETURNING id, name, version, 0 AS merchants',
    values: [name],
  })
  const [row] = rows
  if (!row) throw new Error('The category was not added')
  return row
}

export async function renameCategory(tx: Queryable, id: number, name: string): Promise<void> {
  await tx.query({ text: 'UPDATE categories SET name = $2, version = version + 1 WHERE id = $1', values: [id, name] })
}

export async function deleteCategory(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM categories WHERE id = $1', values: [id] })
}
