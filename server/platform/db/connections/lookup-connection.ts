import pg from 'pg'
import type { Queryable } from '../database.ts'
import { columnTypes, serverLostError } from './pool.ts'

/** One pipelined connection for each request's first statement. Only for look-ups by key that take no lock. */
export class LookupConnection implements Queryable {
  readonly #settings: pg.ClientConfig
  #client: pg.Client | undefined
  #connected: Promise<void> = Promise.resolve()
  #corked = false
  #lost = false

  constructor(settings: pg.ClientConfig) {
    this.#settings = { ...settings, types: columnTypes, pipeline: true }
  }

  async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig<unknown[]>,
  ): Promise<pg.QueryResult<Row>> {
    if (this.#lost) throw serverLostError()
    const client = this.#client ?? this.#open()
    await this.#connected
    this.#batch(client)
    return client.query(statement)
  }

  setHealth(isHealthy: boolean): void {
    this.#lost = !isHealthy
    if (!isHealthy) this.#client?.connection.stream.destroy()
  }

  async close(): Promise<void> {
    await this.#client?.end()
  }

  #open(): pg.Client {
    const client = new pg.Client(this.#settings)
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    // Queries under way fail by themselves.
    client.on('error', forget).on('end', forget)
    this.#client = client
    this.#connected = client.connect().then(
      () => {},
      (error) => {
        forget()
        throw error
      },
    )
    return client
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
