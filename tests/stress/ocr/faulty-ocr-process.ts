import { serveRequests } from '../../../server/platform/workers/serve-requests.ts'

const EACH_MB = 4
/** The size of a process that is not killed, well above its limit. */
const GROWN_MB = 800

/** What an OCR process does in place of OCR. */
const faults = {
  'misses a file': () => import(new URL('./no-such-models.ts', import.meta.url).href),
  'answers no OCR result': () => serveRequests(() => 'a cat'),
  'grows without end': () => serveRequests(grow),
  'grows without end and does not watch itself': () => {
    grow()
    setInterval(() => {}, 1000)
  },
  'never answers': () =>
    serveRequests(() => {
      for (;;);
    }),
}
export type OcrProcessFault = keyof typeof faults

/** Some 200 MB a second, so that a server that looks from time to time kills it soon above its limit. */
function grow(): void {
  for (const held: Buffer[] = []; held.length * EACH_MB < GROWN_MB; ) {
    held.push(Buffer.alloc(EACH_MB * 1024 ** 2, 1))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
}

faults[process.argv[2] as OcrProcessFault]()
