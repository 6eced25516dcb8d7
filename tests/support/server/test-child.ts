import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { QUESTION_BYTES, written } from '../../../server/platform/workers/child-messages.ts'
import { serveRequests } from '../../../server/platform/workers/serve-requests.ts'

/** What a child process does in a test. */
export type Deed =
  | 'answer'
  | 'say its number'
  | 'hold much'
  | 'speak unasked'
  | 'speak of another'
  | 'tell'
  | 'weigh'
  | 'look around'
  | 'throw'
  | 'throw later'
  | 'hang'
  | 'hang at work'
  | 'grow'
  | 'grow in JavaScript'
  | 'go in silence'
  | 'write rubbish'
  | 'answer much'
  | 'write much'

export type Told = { deed: Deed; bytes?: Uint8Array }

const MEGABYTE = 1024 * 1024
const CHANNEL = 3
/** More than a child may send at once. */
const MUCH_BYTES = 5 * MEGABYTE
/** A child of 300 MB has room for it, but is not asked again; one of 400 MB is, and has no room for it twice. */
const HELD_BYTES = 190 * MEGABYTE
const NOTICED_MS = 500
const held: Buffer[] = []
const UNASKED_MS = 100
const NOTHING = { cpuSeconds: 0, peakBytes: 0, heldBytes: 0 }

const deeds: Record<Deed, (told: Told, tell: (news: unknown) => void) => unknown> = {
  answer: () => 'read',
  'say its number': () => process.pid,
  'speak unasked': (_, tell) => {
    setTimeout(() => tell('more'), UNASKED_MS)
    return process.pid
  },
  'speak of another': (_, tell) => {
    for (const bytes of written({ number: 0, answer: 'of another', cost: NOTHING }, QUESTION_BYTES))
      writeSync(CHANNEL, bytes)
    tell('more')
    return new Promise(() => undefined)
  },
  'hold much': async () => {
    held.push(Buffer.alloc(HELD_BYTES, 1))
    await pause(NOTICED_MS)
    return process.pid
  },
  tell: (_, tell) => {
    for (const news of ['date', 'total']) tell(news)
    return 'read'
  },
  weigh: ({ bytes = new Uint8Array() }) => ({ sha256: sha256Of(bytes), is: bytes.constructor.name }),
  'look around': () => ({ env: { ...process.env }, cwd: process.cwd(), args: process.execArgv }),
  throw: () => {
    throw Object.assign(new RangeError('no picture'), { code: 'ERR_PICTURE' })
  },
  'throw later': () => {
    setTimeout(() => {
      throw new Error('nobody hears this')
    })
    return new Promise(() => undefined)
  },
  hang: (_, tell) => {
    tell(process.pid)
    return new Promise(() => setInterval(() => undefined, 1000))
  },
  'hang at work': (_, tell) => {
    tell(process.pid)
    for (;;);
  },
  grow: () => {
    for (;;) held.push(Buffer.alloc(4 * MEGABYTE, 1))
  },
  'grow in JavaScript': () => {
    const held: number[][] = []
    for (;;) held.push(Array.from({ length: 10_000 }, Math.random))
  },
  'go in silence': () => process.exit(0),
  'write rubbish': () => {
    writeSync(CHANNEL, Buffer.from([0, 0, 0, 4, 1, 2, 3, 4]))
    return new Promise(() => undefined)
  },
  'answer much': () => 'x'.repeat(MUCH_BYTES),
  'write much': () => {
    const word = written({ number: 1, answer: new Uint8Array(MUCH_BYTES), cost: NOTHING }, QUESTION_BYTES)
    for (const bytes of word) writeSync(CHANNEL, bytes)
    return new Promise(() => undefined)
  },
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

serveRequests<Told, unknown, unknown>((told, tell) => deeds[told.deed](told, tell))
