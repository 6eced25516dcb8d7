import pg from 'pg'
import type { Queryable } from '../database.ts'
import { columnTypes, silent } from './pool.ts'

/**
 * One connection for what every request asks first. Nobody waits for a turn: statements go out together, those of one moment in
 * one piece, and are answered in their order. So it is only for a single statement that finds its row by a key and waits for no lock.
 */
export class SharedConnection implements Queryable {
  readonly #settings: pg.ClientConfig
  #client: pg.Client | undefined
  #connected: Promise<void> = Promise.resolve()
  #gathering = false
  #lost = false

  constructor(settings: pg.ClientConfig) {
    this.#settings = { ...settings, types: columnTypes, pipeline: true }
  }

  async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig<unknown[]>,
  ): Promise<pg.QueryResult<Row>> {
    if (this.#lost) throw silent()
    const client = this.#client ?? this.#open()
    await this.#connected
    this.#gather(client)
    return client.query(statement)
  }

  /** Tells whether the server answers, as the pool is told. */
  heard(alive: boolean): void {
    this.#lost = !alive
    if (!alive) this.#client?.connection.stream.destroy()
  }

  async close(): Promise<void> {
    await this.#client?.end()
  }

  #open(): pg.Client {
    const client = new pg.Client(this.#settings)
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    // What was under way is told by its own fault.
    client.on('error', forget).on('end', forget)
    this.#client = client
    this.#connected = client.connect().then(
      () => {},
      (fault) => {
        forget()
        throw fault
      },
    )
    return client
  }

  /** Until all that has arrived by now was read. */
  #gather({ connection: { stream } }: pg.Client): void {
    if (this.#gathering) return
    this.#gathering = true
    stream.cork()
    setImmediate(() => {
      this.#gathering = false
      stream.uncork()
    })
  }
}
