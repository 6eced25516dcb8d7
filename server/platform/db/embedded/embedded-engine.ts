import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Answer, Request, Start } from './embedded-worker.ts'
import { MessageBatches, readFirstPacket } from './wire.ts'

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

const encryptionRefused = Buffer.from('N')

type Send = (request: Exclude<Request, 'stop'>) => void
type Written = (error?: Error | null) => void

/** A socket for pg that passes PostgreSQL's wire protocol to the engine's worker and back. */
class EmbeddedConnection extends Duplex {
  readonly session: number
  #error: Error | undefined
  #send: Send
  #batches: MessageBatches | undefined

  constructor(session: number, error: Error | undefined, send: Send) {
    super()
    this.session = session
    this.#error = error
    this.#send = send
  }

  connect(): void {
    queueMicrotask(() => (this.#error ? this.destroy(this.#error) : this.emit('connect')))
  }

  answer(bytes: Uint8Array): void {
    if (this.writableEnded || this.destroyed) return
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Written): void {
    this.#take(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: Written): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: Written): void {
    this.push(null)
    done()
  }

  #take(bytes: Buffer): void {
    const batches = this.#batches?.take(bytes)
    if (!batches) this.#printStartupMessage(bytes)
    else for (const batch of batches) this.#send({ session: this.session, batch: new Uint8Array(batch) })
  }

  #printStartupMessage(packet: Buffer): void {
    const kind = readFirstPacket(packet)
    if (kind === 'encryption') this.push(encryptionRefused)
    else if (kind === 'cancel') this.push(null)
    else {
      this.#batches = new MessageBatches()
      this.#send({ session: this.session })
    }
  }
}
