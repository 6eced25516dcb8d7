import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeMessage, MAX_REQUEST_BYTES } from '../../../server/platform/workers/child-messages.ts'
import { serveRequests } from '../../../server/platform/workers/serve-requests.ts'

/** What the child process does in a test. */
export type ChildAction = keyof typeof actions
type ActionRequest = { action: ChildAction; bytes?: Uint8Array }
type Action = (request: { bytes?: Uint8Array }, reportProgress: (progress: unknown) => void) => unknown

const MEGABYTE = 1024 * 1024
const CHANNEL_FD = 3
/** More than a message may have. */
const TOO_MANY_BYTES = 5 * MEGABYTE
/** A child limited to 300 MB can hold it but is not reused; one limited to 400 MB is reused and cannot hold it twice. */
const HELD_BYTES = 190 * MEGABYTE
const UNTIL_NOTICED_MS = 500
const held: Buffer[] = []
const AFTER_RESULT_MS = 100
const NO_COST = { cpuSeconds: 0, peakBytes: 0, heldBytes: 0 }

const actions = {
  respond: () => 'read',
  'return its pid': () => process.pid,
  'send without request': (_, reportProgress) => {
    setTimeout(() => reportProgress('more'), AFTER_RESULT_MS)
    return process.pid
  },
  'respond to another request': (_, reportProgress) => {
    for (const bytes of encodeMessage({ id: 0, result: 'of another request', cost: NO_COST }, MAX_REQUEST_BYTES))
      writeSync(CHANNEL_FD, bytes)
    reportProgress('more')
    return new Promise(() => undefined)
  },
  'hold memory': async () => {
    held.push(Buffer.alloc(HELD_BYTES, 1))
    await pause(UNTIL_NOTICED_MS)
    return process.pid
  },
  'report progress': (_, reportProgress) => {
    for (const progress of ['date', 'total']) reportProgress(progress)
    return 'read'
  },
  hash: ({ bytes = new Uint8Array() }) => ({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    is: bytes.constructor.name,
  }),
  'inspect environment': () => ({ env: { ...process.env }, cwd: process.cwd(), args: process.execArgv }),
  throw: () => {
    throw Object.assign(new RangeError('no picture'), { code: 'ERR_PICTURE' })
  },
  'throw later': () => {
    setTimeout(() => {
      throw new Error('thrown too late')
    })
    return new Promise(() => undefined)
  },
  hang: (_, reportProgress) => {
    reportProgress(process.pid)
    return new Promise(() => setInterval(() => undefined, 1000))
  },
  block: (_, reportProgress) => {
    reportProgress(process.pid)
    for (;;);
  },
  allocate: () => {
    for (;;) held.push(Buffer.alloc(4 * MEGABYTE, 1))
  },
  'allocate in JavaScript': () => {
    const held: number[][] = []
    for (;;) held.push(Array.from({ length: 10_000 }, Math.random))
  },
  exit: () => process.exit(0),
  'write garbage': () => {
    writeSync(CHANNEL_FD, Buffer.from([0, 0, 0, 4, 1, 2, 3, 4]))
    return new Promise(() => undefined)
  },
  'return too much': () => 'x'.repeat(TOO_MANY_BYTES),
  'write too much': () => {
    const message = encodeMessage({ id: 1, result: new Uint8Array(TOO_MANY_BYTES), cost: NO_COST }, MAX_REQUEST_BYTES)
    for (const bytes of message) writeSync(CHANNEL_FD, bytes)
    return new Promise(() => undefined)
  },
} satisfies Record<string, Action>

serveRequests<ActionRequest, unknown, unknown>(({ action, ...request }, reportProgress) => {
  const act: Action = actions[action]
  return act(request, reportProgress)
})
