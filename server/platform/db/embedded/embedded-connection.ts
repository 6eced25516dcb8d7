import { Duplex } from 'node:stream'
import type { Request } from './embedded-worker.ts'
import { MessageBatches, readFirstPacket } from './wire.ts'

const encryptionRefused = Buffer.from('N')

type Send = (request: Exclude<Request, 'stop'>) => void
type Done = (error?: Error | null) => void

/** A socket for pg that passes PostgreSQL's wire protocol to the engine's worker and back. */
export class EmbeddedConnection extends Duplex {
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

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#take(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: Done): void {
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
