import type { Queryable } from '../../../platform/db/database.ts'

/** Adds a password link and returns its id. Deletes the earlier one, which voids it. */
export async function replaceLink(tx: Queryable, operatorId: number, now: Date): Promise<number> {
  await deleteLink(tx, operatorId)
  const { rows } = await tx.query<{ id: number }>({
    text: 'INSERT INTO operator_links (operator_id, created_at) VALUES ($1, $2) RETURNING id',
    values: [operatorId, now],
  })
  const [row] = rows
  if (!row) throw new Error('The password link was not inserted')
  return row.id
}

/** The operator of a link; undefined once it was used or replaced. */
export async function findLinkHolder(db: Queryable, linkId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ operator_id: number }>({
    text: 'SELECT operator_id FROM operator_links WHERE id = $1',
    values: [linkId],
  })
  return rows[0]?.operator_id
}

export async function deleteLink(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM operator_links WHERE operator_id = $1', values: [operatorId] })
}

export async function deleteOldLinks(db: Queryable, older: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'DELETE FROM operator_links WHERE created_at < $1', values: [older] })
  return rowCount ?? 0
}
