import type { Meta } from '@stampus/contract/fields'
import { CONSOLE_PAGE_SIZE, PAGE_SIZE } from '@stampus/contract/limits'

export function metaWithTotal(page: number, total: number): Meta {
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE))
  return { current_page: page, per_page: PAGE_SIZE, has_more: page < lastPage, last_page: lastPage, total }
}

/** A page without a total. `rows` are those of the page and, if there is a next page, its first row. */
export function toPage<Row, Shown>(
  { page, size }: { page: number; size: number },
  rows: readonly Row[],
  present: (row: Row) => Shown,
) {
  const meta = { current_page: page, per_page: size, has_more: rows.length > size }
  return { data: rows.slice(0, size).map(present), meta }
}

export const toConsolePage = <Row, Shown>(page: number, rows: readonly Row[], present: (row: Row) => Shown) =>
  toPage({ page, size: CONSOLE_PAGE_SIZE }, rows, present)
