import pg from 'pg'
import type { Queryable } from '../database.ts'
import { columnTypes } from './pool.ts'
import { isReadOnly, requireWritable } from './read-only.ts'

/** One pipelined connection for each request's first statement. Only for look-ups by key that take no lock. */
export class LookupConnection implements Queryable {
  readonly #settings: pg.ClientConfig
  readonly #maxAgeMs: number
  /** With those that end their last queries. */
  readonly #open = new Set<pg.Client>()
  #client: pg.Client | undefined
  #connected: Promise<void> = Promise.resolve()
  #corked = false
  #lost: Error | undefined

  constructor(settings: pg.ClientConfig, maxAgeSeconds: number) {
    this.#maxAgeMs = maxAgeSeconds * 1000
    this.#settings = { ...settings, types: columnTypes, pipeline: true }
  }

  async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig<unknown[]>,
  ): Promise<pg.QueryResult<Row>> {
    if (this.#lost) throw this.#lost
    const client = this.#client ?? this.#connect()
    await this.#connected
    this.#batch(client)
    const result = await client.query<Row>(statement)
    if (result.rowCount !== 0 || !(await isReadOnly(client))) return result
    // A standby may not know a session yet, and nobody must be signed out: ask a new connection, which is a primary's.
    this.#drop(client)
    return this.query(statement)
  }

  setLost(lost: Error | undefined): void {
    this.#lost = lost
    if (lost) for (const client of this.#open) client.connection.stream.destroy()
  }

  async close(): Promise<void> {
    await this.#client?.end()
  }

  #connect(): pg.Client {
    const client = new pg.Client(this.#settings)
    const aged = setTimeout(() => {
      this.#forget(client)
      // Queries under way still get their results.
      void client.end()
    }, this.#maxAgeMs).unref()
    // Queries under way fail by themselves.
    client
      .on('error', () => this.#forget(client))
      .on('end', () => {
        this.#forget(client)
        this.#open.delete(client)
        clearTimeout(aged)
      })
    this.#client = client
    this.#open.add(client)
    this.#connected = this.#start(client)
    return client
  }

  async #start(client: pg.Client): Promise<void> {
    try {
      await client.connect()
      await requireWritable(client)
    } catch (error) {
      this.#drop(client)
      throw error
    }
  }

  #drop(client: pg.Client): void {
    this.#forget(client)
    client.connection.stream.destroy()
  }

  #forget(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined
  }

  #batch({ connection: { stream } }: pg.Client): void {
    if (this.#corked) return
    this.#corked = true
    stream.cork()
    setImmediate(() => {
      this.#corked = false
      stream.uncork()
    })
  }
}
