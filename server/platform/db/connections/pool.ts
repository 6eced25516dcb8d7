import pg from 'pg'
import { nestedUse } from '../transaction.ts'
import { columnTypes } from './column-types.ts'

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
    const refusal = nestedUse(this)
    if (!connected) return refusal ? Promise.reject(refusal) : super.connect()
    if (refusal) connected(refusal, undefined, () => {})
    else super.connect(connected)
    return undefined
  }
}
