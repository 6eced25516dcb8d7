/** An answer in the query cache: one thing, a list, or the pages of a list. */
export type Answered<Row> = { data: Row | Row[] } | { pages: { data: Row[] }[] }

export function rowsOf<Row>(answered: Answered<Row> | undefined): Row[] {
  if (!answered) return []
  if ('pages' in answered) return answered.pages.flatMap(({ data }) => data)
  return Array.isArray(answered.data) ? answered.data : [answered.data]
}

export function mapRows<Row>(answered: Answered<Row>, change: (row: Row) => Row | undefined): Answered<Row> {
  const changed = <Page extends { data: Row | Row[] }>(page: Page): Page => {
    const { data } = page
    return { ...page, data: Array.isArray(data) ? data.flatMap((row) => change(row) ?? []) : (change(data) ?? data) }
  }
  return 'pages' in answered ? { ...answered, pages: answered.pages.map((page) => changed(page)) } : changed(answered)
}
