import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { EmbeddedConnection } from './embedded-connection.ts'
import type { Answer, Request, Start } from './embedded-worker.ts'

export type EmbeddedEngine = {
  readonly running: boolean
  readonly died: Promise<Error>
  /** A connection for pg's `stream`. The newest one takes over the single session, reset. */
  connect(): Duplex
  stop(): Promise<void>
}

/** Resolves when the engine accepts queries. */
export async function startEngine(start: Start): Promise<EmbeddedEngine> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: start,
    // Large enough that PostgreSQL's own stack limit is reached first: an error instead of a crash.
    resourceLimits: { stackSizeMb: 64 },
  })
  const gone = new AbortController()
  worker.once('exit', () => gone.abort())
  await once(worker, 'message', { signal: gone.signal })
  return new WorkerEngine(worker)
}

class WorkerEngine implements EmbeddedEngine {
  #worker: Worker
  #exited: Promise<void>
  #stopping = false
  readonly #death = Promise.withResolvers<Error>()
  #error: Error | undefined
  #sessions = 0
  #current: EmbeddedConnection | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', ({ session, bytes }: Answer) => {
      if (this.#current?.session === session) this.#current.answer(bytes)
    })
    worker.on('error', (error) => this.#fail(error))
    this.#exited = new Promise((resolve) => worker.on('exit', () => resolve(this.#fail())))
  }

  get running(): boolean {
    return !this.#error
  }

  get died(): Promise<Error> {
    return this.#death.promise
  }

  connect(): Duplex {
    this.#sessions += 1
    this.#current = new EmbeddedConnection(this.#sessions, this.#error, (request) => this.#send(request))
    return this.#current
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#send('stop')
    await this.#exited
  }

  #send(request: Request): void {
    const transfer = request !== 'stop' && request.batch ? [request.batch.buffer as ArrayBuffer] : []
    this.#worker.postMessage(request, transfer)
  }

  #fail(cause?: unknown): void {
    this.#error ??= Object.assign(new Error('The embedded database has stopped', { cause }), { code: 'ECONNRESET' })
    this.#current?.destroy(this.#error)
    if (!this.#stopping) this.#death.resolve(this.#error)
  }
}
