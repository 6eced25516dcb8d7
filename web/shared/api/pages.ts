import { hasMore, type Meta } from '@stampus/contract/fields'

export type Row = { id: number }
export type ListAnswer = { data: Row[]; meta?: Meta | undefined }

/** The rows of all pages, without duplicates. */
export function uniqueRows<R extends Row>(pages: { data: Row[] }[] = []): R[] {
  const byId = new Map<number, Row>()
  for (const row of pages.flatMap(({ data }) => data)) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()] as R[]
}

/** Whether the list has another page. Without `meta`, a page of known rows ends the list. */
export function hasAnotherPage(pages: ListAnswer[], pageSize: number): boolean {
  const last = pages.at(-1)
  if (!last || !hasMore(last, pageSize)) return false
  const known = new Set(uniqueRows(pages.slice(0, -1)).map(({ id }) => id))
  return last.meta !== undefined || last.data.some(({ id }) => !known.has(id))
}
