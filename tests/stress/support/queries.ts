import pg from 'pg'

type Send = (statement: unknown) => Promise<unknown>

/** Puts `watch` between this process and every statement that it sends to a database, until what this answers is called. */
export function watchQueries(
  watch: (client: pg.Client, statement: unknown, send: Send) => Promise<unknown>,
): () => void {
  const { query } = pg.Client.prototype
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, statement: unknown, ...rest: unknown[]) {
      return watch(this, statement, (asked) => Reflect.apply(query, this, [asked, ...rest]))
    },
  })
  return () => void Object.assign(pg.Client.prototype, { query })
}

/** What a statement says, and its name where it has one. */
export function parseStatement(statement: unknown): { name?: string; text: string } {
  return typeof statement === 'string' ? { text: statement } : { text: '', ...Object(statement) }
}
