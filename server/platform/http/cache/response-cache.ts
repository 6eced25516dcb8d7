import { createHash } from 'node:crypto'
import type { Deps } from '../../../deps.ts'

/** What no write has dropped is asked for again after this: days begin, and a replica may miss a notice. */
const LIFE_MS = 5000
const MAX_BYTES = 16 * 1024 * 1024

export type PublicAnswer = { body: Buffer; etag: string }
type Kept = PublicAnswer & { at: number; until: number; bytes: number }

/** What public calls have answered, by the URL as it was asked. Those that were under way at a drop are not kept. */
export class ResponseCache {
  readonly #now: Deps['now']
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  #drops = 0

  constructor(now: Deps['now']) {
    this.#now = now
  }

  /** How often everything was dropped: an answer is kept where this is as it was when its call began. */
  get drops(): number {
    return this.#drops
  }

  find(url: string): PublicAnswer | undefined {
    const kept = this.#kept.get(url)
    const now = this.#now().getTime()
    return kept && now >= kept.at && now < kept.until ? kept : undefined
  }

  /** Answers it with its ETag. It is kept at most until `turnsAt`, when the call would answer something else. */
  keep(url: string, json: string, dropsBefore: number | undefined, turnsAt?: Date): PublicAnswer {
    const body = Buffer.from(json)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const at = this.#now().getTime()
    const until = Math.min(at + LIFE_MS, turnsAt?.getTime() ?? Infinity)
    const kept = { body, etag, at, until, bytes: body.length + url.length }
    if (dropsBefore === this.#drops) this.#add(url, kept)
    return kept
  }

  /** Answers what `read` does, and keeps it as long as an answer is kept. */
  remembering<Value>(read: () => Promise<Value>): () => Promise<Value> {
    let kept: { value: Value; at: number; drops: number } | undefined
    return async () => {
      const [at, drops] = [this.#now().getTime(), this.#drops]
      const age = kept?.drops === drops ? at - kept.at : Number.NaN
      if (kept && age >= 0 && age < LIFE_MS) return kept.value
      const value = await read()
      kept = { value, at, drops }
      return value
    }
  }

  drop(): void {
    this.#drops += 1
    this.#kept.clear()
    this.#bytes = 0
  }

  /** The oldest stand first, for what is kept anew moves to the end. */
  #add(url: string, kept: Kept): void {
    this.#remove(url)
    this.#kept.set(url, kept)
    this.#bytes += kept.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#remove(oldest)
    }
  }

  #remove(url: string): void {
    this.#bytes -= this.#kept.get(url)?.bytes ?? 0
    this.#kept.delete(url)
  }
}
