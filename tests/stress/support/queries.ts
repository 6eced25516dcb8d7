import pg from 'pg'

type Send = (statement: unknown) => Promise<unknown>

/** A connection to PostgreSQL. */
export type Client = pg.Client

const unwatched = pg.Client.prototype.query
/** Sends a text past every watch. */
export const sendUnwatched = (client: Client, text: string): Promise<pg.QueryResult> =>
  Reflect.apply(unwatched, client, [text])

/** Puts `watch` between this process and every SQL statement that it sends. The returned function removes it. */
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

/** The text of a statement, and its name where it has one. */
export function parseStatement(statement: unknown): { name?: string; text: string } {
  return typeof statement === 'string' ? { text: statement } : { text: '', ...Object(statement) }
}

/**
 * Replaces the text of the statements that have this name or contain it, until `restore`, and counts how many changed.
 * A statement that is prepared under its name gets another one.
 */
export function changeStatements(nameOrPart: string, change: (text: string) => string) {
  let changed = 0
  const restore = watchQueries((_client, statement, send) => {
    const { name, text } = parseStatement(statement)
    const isMeant = name === nameOrPart || text.includes(nameOrPart)
    const replaced = isMeant ? change(text) : text
    if (replaced === text) return send(statement)
    changed += 1
    return send({ ...Object(statement), text: replaced, name: name && `${name}.changed` })
  })
  return { count: () => changed, restore }
}
