import type { AdminLink, create } from '@stampus/contract/console/contact/linkGroups'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, one, run, value } from '../../platform/db/query.ts'
import { insert, type Row, update } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'

export type LinkGroupInput = ParsedInputOf<typeof create>

export type LinkGroupRow = Row<'link_groups', 'id' | 'title' | 'title_ms' | 'position' | 'version'> & {
  links: AdminLink[]
}

const COLUMNS = sql`id, title, title_ms, position, links, version`

export const listLinkGroups = (db: Queryable) =>
  many<LinkGroupRow>(db, 'links.list')`SELECT ${COLUMNS} FROM link_groups ORDER BY position, id`

export const findLinkGroup = (db: Queryable, id: number) =>
  maybe<LinkGroupRow>(db)`SELECT ${COLUMNS} FROM link_groups WHERE id = ${id}`

export const lockLinkGroup = (tx: Queryable, id: number) =>
  maybe<LinkGroupRow>(tx)`SELECT ${COLUMNS} FROM link_groups WHERE id = ${id} FOR UPDATE`

/** Counts the groups, so that one can be added: others wait with theirs until the transaction ends. */
export async function countLinkGroups(tx: Queryable): Promise<number> {
  await run(tx)`LOCK TABLE link_groups IN SHARE ROW EXCLUSIVE MODE`
  return value(tx)`SELECT count(*)::int FROM link_groups`
}

type NewLinkGroup = Omit<LinkGroupRow, 'id' | 'version'>

const written = ({ title, title_ms, position, links }: NewLinkGroup) => ({
  title,
  title_ms,
  position,
  links: JSON.stringify(links),
})

export const insertLinkGroup = (tx: Queryable, given: NewLinkGroup) =>
  one<LinkGroupRow>(tx)`${insert('link_groups', written(given))} RETURNING ${COLUMNS}`

export function updateLinkGroup(tx: Queryable, { id }: LinkGroupRow, given: NewLinkGroup) {
  const changes = update('link_groups', { ...written(given), version: sql`version + 1` })
  return one<LinkGroupRow>(tx)`${changes} WHERE id = ${id} RETURNING ${COLUMNS}`
}

export const deleteLinkGroup = (tx: Queryable, id: number) => run(tx)`DELETE FROM link_groups WHERE id = ${id}`
