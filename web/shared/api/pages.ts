import { hasMore, type Meta } from '@stampus/contract/fields'

export type Row = { id: number }
export type ListAnswer = { data: Row[]; meta?: Meta | undefined }

/** The rows of all pages; one that moved from one page to the next while they were fetched stands in it once (D-34). */
export function rowsOf<R extends Row>(pages: { data: Row[] }[] = []): R[] {
  const byId = new Map<number, Row>()
  for (const row of pages.flatMap(({ data }) => data)) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()] as R[]
}

/** Whether a list goes on after its last page. A server without `meta` that answers only known rows has no more. */
export function goesOn(pages: ListAnswer[], pageSize: number): boolean {
  const last = pages.at(-1)
  if (!last || !hasMore(last, pageSize)) return false
  const known = new Set(rowsOf(pages.slice(0, -1)).map(({ id }) => id))
  return last.meta !== undefined || last.data.some(({ id }) => !known.has(id))
}
