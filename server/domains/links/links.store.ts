import type { AdminLink, create } from '@stampus/contract/console/contact/linkGroups'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Queryable } from '../../platform/db/database.ts'

export type LinkGroupInput = ParsedInputOf<typeof create>

/** A group with its links in their order. */
export type LinkGroupRow = {
  id: number
  title: string
  title_ms: string | null
  position: number
  links: AdminLink[]
  version: number
}

const COLUMNS = 'id, title, title_ms, position, links, version'

/** All groups, in their order. */
export async function listLinkGroups(db: Queryable): Promise<LinkGroupRow[]> {
  const { rows } = await db.query<LinkGroupRow>({
    name: 'links.list',
    text: `SELECT ${COLUMNS} FROM link_groups ORDER BY position, id`,
  })
  return rows
}

export async function findLinkGroup(db: Queryable, id: number): Promise<LinkGroupRow | undefined> {
  const { rows } = await db.query<LinkGroupRow>({
    text: `SELECT ${COLUMNS} FROM link_groups WHERE id = $1`,
    values: [id],
  })
  return rows[0]
}

/** Finds a group and locks it until the transaction ends. */
export async function lockLinkGroup(tx: Queryable, id: number): Promise<LinkGroupRow | undefined> {
  const { rows } = await tx.query<LinkGroupRow>({
    text: `SELECT ${COLUMNS} FROM link_groups WHERE id = $1 FOR UPDATE`,
    values: [id],
  })
  return rows[0]
}

/** Counts the groups, so that one can be added. Others wait with theirs until the transaction ends. */
export async function countLinkGroups(tx: Queryable): Promise<number> {
  await tx.query('LOCK TABLE link_groups IN SHARE ROW EXCLUSIVE MODE')
  const { rows } = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM link_groups')
  return rows[0]?.count ?? 0
}

type NewLinkGroup = Omit<LinkGroupRow, 'id' | 'version'>

export async function insertLinkGroup(tx: Queryable, given: NewLinkGroup): Promise<LinkGroupRow> {
  const { rows } = await tx.query<LinkGroupRow>({
    text: `INSERT INTO link_groups (title, title_ms, position, links) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
    values: [given.title, given.title_ms, given.position, JSON.stringify(given.links)],
  })
  const [row] = rows
  if (!row) throw new Error('The insert of a group of links returned no row')
  return row
}

/** Writes the next version of a locked group. */
export async function updateLinkGroup(
  tx: Queryable,
  { id, version }: LinkGroupRow,
  given: NewLinkGroup,
): Promise<LinkGroupRow> {
  await tx.query({
    text: `UPDATE link_groups SET title = $2, title_ms = $3, position = $4, links = $5, version = version + 1 WHERE id = $1`,
    values: [id, given.title, given.title_ms, given.position, JSON.stringify(given.links)],
  })
  return { ...given, id, version: version + 1 }
}

export async function deleteLinkGroup(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM link_groups WHERE id = $1', values: [id] })
}
