import pg from 'pg'
import { nestedUseError } from '../transaction.ts'

export type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void

/** The pool of both engines: with our column types, and refusing what would wait for itself. */
export class ApplicationPool extends pg.Pool {
  constructor(settings: pg.PoolConfig) {
    super({ ...settings, types: columnTypes })
    // A connection lost while idle or in use is reported to whoever queries next; without listeners it ends the process.
    this.on('error', () => {})
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const refusal = nestedUseError(this)
    if (!connected) return refusal ? Promise.reject(refusal) : super.connect()
    if (refusal) connected(refusal, undefined, () => {})
    else super.connect(connected)
    return undefined
  }
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins
const INT8_ARRAY = 1016 as typeof INT8

/** How columns become values: int8 a safe integer, date its text 'YYYY-MM-DD', timestamptz a Date, all else as pg does. */
export const columnTypes: pg.CustomTypesConfig = { getTypeParser }

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, format)
  if (oid === INT8) return safeInteger
  if (oid === INT8_ARRAY) return safeIntegers
  if (oid === DATE) return asItIs
  if (oid === TIMESTAMPTZ) return instant
  return pg.types.getTypeParser(oid)
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} in an int8 column is beyond a safe integer`)
  return value
}

const readArray = pg.types.getTypeParser(INT8_ARRAY)

function safeIntegers(text: string): (number | null)[] {
  return readArray(text).map((item: string | null) => (item === null ? null : safeInteger(item)))
}

const readInstant = pg.types.getTypeParser(TIMESTAMPTZ)

/** The engine itself reads '2026-11-22 08:40:17.096+00' as ISO 8601, at a third of what a pattern takes. */
function instant(text: string): Date {
  const isUtc = text.endsWith('+00') && text[10] === ' '
  return isUtc ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readInstant(text)
}

function asItIs(text: string): string {
  return text
}

/** A pool whose server may fall silent: then what is under way fails at once, and so does what comes until it answers again. */
export class WatchedPool extends ApplicationPool {
  readonly #open = new Set<pg.PoolClient>()
  readonly #waiting = new Set<(fault: Error) => void>()
  #lost = false

  constructor(settings: pg.PoolConfig) {
    super(settings)
    this.on('connect', (client) => this.#open.add(client))
    this.on('remove', (client) => this.#open.delete(client))
  }

  /** Tells the pool whether its server answers. */
  heard(alive: boolean): void {
    this.#lost = !alive
    if (alive) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const refuse of waiting) refuse(silent())
    for (const client of this.#open) client.connection.stream.destroy()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected) this.#connectUnlessLost(connected)
    else return connecting((each) => this.#connectUnlessLost(each))
    return undefined
  }

  #connectUnlessLost(connected: Connected): void {
    const refuse = (fault: Error) => connected(fault, undefined, () => {})
    if (this.#lost) {
      refuse(silent())
      return
    }
    this.#waiting.add(refuse)
    super.connect((fault, client, release) => {
      if (this.#waiting.delete(refuse)) connected(fault, client, release)
      else if (client) release()
    })
  }
}

/** The promise of what tells its outcome to a callback. */
function connecting(connect: (connected: Connected) => void): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => connect((fault, client) => (client ? resolve(client) : reject(fault))))
}

/** The fault of asking a server that is known not to answer. */
export function silent(): Error {
  return Object.assign(new Error('The database does not answer'), { code: 'ECONNRESET' })
}
