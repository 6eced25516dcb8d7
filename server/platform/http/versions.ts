import { conflict, notFound } from './http-error.ts'

/** The locked row that a form was opened with. Throws 404 where it is gone, 409 in these words where it is another by now. */
export function unchanged<Row extends { version: number }>(row: Row | undefined, version: number, words: string): Row {
  if (!row) throw notFound()
  if (row.version !== version) throw conflict(words)
  return row
}
