import type pg from 'pg'
import { ApplicationPool, type Connected } from './pool.ts'

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
