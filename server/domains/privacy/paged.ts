/** Every row of a list that is read in pages by id, the next page only when it is needed. */
export async function* paged<Row extends { id: number }>(
  next: (afterId: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows = await next(0)
  while (rows.length > 0) {
    yield* rows
    rows = await next(rows.at(-1)?.id ?? 0)
  }
}
