import pg from 'pg'
import { COMMIT_WITHIN_MS, nestedUseError } from '../transaction.ts'
import { closeOnReadOnlyError, requireWritable } from './read-only.ts'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void

/** A pool with our column types, and an error for a nested use that would wait forever. */
export class ApplicationPool extends pg.Pool {
  constructor(settings: pg.PoolConfig) {
    super({ ...settings, types: columnTypes })
    // The next query reports a lost connection. Without these listeners it would end the process.
    this.on('error', () => {})
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const nestedError = nestedUseError(this)
    if (!connected) return nestedError ? Promise.reject(nestedError) : super.connect()
    if (nestedError) connected(nestedError, undefined, () => {})
    else super.connect(connected)
    return undefined
  }
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins
const INT8_ARRAY = 1016 as typeof INT8

/** int8 becomes a safe integer, date `YYYY-MM-DD`, timestamptz a Date; everything else as pg does. */
export const columnTypes: pg.CustomTypesConfig = { getTypeParser }

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, format)
  if (oid === INT8) return safeInteger
  if (oid === INT8_ARRAY) return safeIntegers
  if (oid === DATE) return String
  if (oid === TIMESTAMPTZ) return instant
  return pg.types.getTypeParser(oid)
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} in an int8 column is not a safe integer`)
  return value
}

const readArray = pg.types.getTypeParser(INT8_ARRAY)

const safeIntegers = (text: string): (number | null)[] =>
  readArray(text).map((item: string | null) => (item === null ? null : safeInteger(item)))

const readInstant = pg.types.getTypeParser(TIMESTAMPTZ)

/** Three times as fast as pg's pattern. */
function instant(text: string): Date {
  const isUtc = text.endsWith('+00') && text[10] === ' '
  return isUtc ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readInstant(text)
}

/** Fails at once, also queries under way, while the health check says that the server does not answer or is read-only. */
export class WatchedPool extends ApplicationPool {
  readonly #open = new Set<pg.PoolClient>()
  readonly #waiting = new Set<(error: Error) => void>()
  #lost: Error | undefined

  constructor(settings: pg.PoolConfig) {
    const onConnect = async (client: pg.ClientBase) => {
      const query_timeout = settings.connectionTimeoutMillis
      await requireWritable(client, query_timeout)
      // In large tables PostgreSQL compiles for seconds what runs for milliseconds. Poolers reject it as a parameter.
      const statement = { text: 'SET jit = off', query_timeout }
      await client.query(statement)
    }
    super({ ...settings, onConnect })
    this.query = this.#limit(super.query.bind(this))
    this.on('connect', (client) => this.#open.add(client))
    this.on('connect', closeOnReadOnlyError)
    this.on('remove', (client) => this.#open.delete(client))
  }

  setLost(lost: Error | undefined): void {
    this.#lost = lost
    if (!lost) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const fail of waiting) fail(lost)
    for (const client of this.#open) client.connection.stream.destroy()
  }

  /** A change commits by itself: its wait for a standby needs a limit too. Timers for each SELECT cost much memory. */
  #limit(query: (...given: unknown[]) => unknown): pg.Pool['query'] {
    const query_timeout = Math.max(Number(this.options.statement_timeout), COMMIT_WITHIN_MS) + 1000
    const limited = (statement: string | pg.QueryConfig, ...rest: unknown[]) => {
      const given = typeof statement === 'string' ? { text: statement } : statement
      return query(/^\s*SELECT\b/.test(given.text) ? given : { query_timeout, ...given }, ...rest)
    }
    return limited as pg.Pool['query']
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected) this.#connectUnlessLost(connected)
    else
      return new Promise((resolve, reject) =>
        this.#connectUnlessLost((error, client) => (client ? resolve(client) : reject(error))),
      )
    return undefined
  }

  #connectUnlessLost(connected: Connected): void {
    const fail = (error: Error) => connected(error, undefined, () => {})
    if (this.#lost) {
      fail(this.#lost)
      return
    }
    this.#waiting.add(fail)
    super.connect((error, client, release) => {
      if (this.#waiting.delete(fail)) connected(error, client, release)
      else if (client) release()
    })
  }
}

export const serverLostError = (): Error =>
  Object.assign(new Error('The database does not answer'), { code: 'ECONNRESET' })
