import { writeSync } from 'node:fs'
import { CHANNEL_FD } from '../../../server/platform/workers/child-messages.ts'
import { serveRequests } from '../../../server/platform/workers/serve-requests.ts'

/** What a faulty OCR process does. The server runs this file in place of its own, with the fault as an argument. */
export type OcrProcessFault =
  | 'grow'
  | 'grow and not watch itself'
  | 'hang'
  | 'send nonsense'
  | 'answer too much'
  | 'answer no OCR result'
  | 'answer far too much'
  | 'send without end'

const MEGABYTE = 1024 * 1024
/** The size of a process that is not killed, well above its limit. */
const GROWN_MB = 800
const EACH_MB = 4
const TOO_LONG = 80 * MEGABYTE
const BOX = { left: 0, top: 0, width: 1, height: 1 }
/** Some 60 MB, which would block the database. */
const WORDS = 500_000

const faults: Record<OcrProcessFault, () => unknown> = {
  grow: () => serveRequests(() => grow(4 * GROWN_MB)),
  'grow and not watch itself': () => {
    grow(GROWN_MB)
    rest()
  },
  hang: () =>
    serveRequests(() => {
      for (;;);
    }),
  'send nonsense': () => {
    writeSync(CHANNEL_FD, Buffer.from([0, 0, 0, 4, 1, 2, 3, 4]))
    rest()
  },
  'answer too much': () => {
    const answer = Buffer.alloc(TOO_LONG, 1)
    answer.writeUInt32BE(TOO_LONG - 4)
    writeSync(CHANNEL_FD, answer)
    rest()
  },
  'answer no OCR result': () => serveRequests(() => 'a cat'),
  'answer far too much': () =>
    serveRequests(() => {
      const words = Array.from({ length: WORDS }, (_, at) => ({ text: `word ${at}`, confidence: 1, box: BOX }))
      return { amounts: [], dates: [], words, numbers: [], doubtful: [] }
    }),
  'send without end': () =>
    serveRequests<unknown, never, object>((_, send) => {
      setInterval(() => {
        for (let times = 0; times < 1000; times += 1) send({ total: { value: times, confidence: 1, box: BOX } })
      })
      return new Promise(() => undefined)
    }),
}

/** Some 200 MB a second: slow enough that its peak shows when it was killed, even on a busy machine. */
function grow(megabytes: number): void {
  const held: Buffer[] = []
  while (held.length * EACH_MB < megabytes) {
    held.push(Buffer.alloc(EACH_MB * MEGABYTE, 1))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
}

function rest(): void {
  setInterval(() => undefined, 1000)
}

faults[process.argv[2] as OcrProcessFault]()
