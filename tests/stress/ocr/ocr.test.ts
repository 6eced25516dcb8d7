import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OCR_MAX_MS } from '@stampus/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { full, printFigures } from '../profile.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { SeededServer } from '../support/seeded-server.ts'
import { canListChildren } from './child-processes.ts'
import { receiptPictures } from './clients.ts'
import { endDuringOcr } from './end-during-ocr.ts'
import { runOcrWithKills } from './kill-during-ocr.ts'
import { startOcrServer } from './server.ts'
import { type StopResult, stopDuringOcr } from './stop-during-ocr.ts'

/** A child is killed in its first picture, or in the first half of its second. */
const PICTURES_PER_CHILD = 1.5
const profile = full ? { pictures: 60, kills: 100 } : { pictures: 4, kills: 4 }
/** The time that a busy machine needs to end a process. */
const LATE_MS = 10_000
/** A child checks every 100 ms whether its server is there. */
const CHILD_GONE_MS = 5000
/** Receipts themselves take some 250 MB the first time. A child has 300, of which 5 are its picture. */
const MORE_MEMORY_MB = 600
const random = seededRandom('killed while reading')

describe.skipIf(!canListChildren)('OCR processes', () => {
  const undo: (() => unknown)[] = []
  let pictures: Buffer[]
  let server: SeededServer
  let stopped: Promise<StopResult>
  beforeAll(async () => {
    const other = await startOcrServer(3)
    undo.push(other.remove)
    // It takes half a minute and runs beside the other tests.
    stopped = stopDuringOcr(other, seededRandom('stopped while reading'))
    stopped.catch(() => undefined)
    pictures = await receiptPictures(4 + profile.pictures, random)
    server = await startOcrServer(profile.pictures + 3)
    undo.push(server.remove)
  })
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  test('D-96, D-51 an OCR process killed at any moment costs one hint, and the desk still shows the receipt', async () => {
    const each = (at: number) => (PICTURES_PER_CHILD * (at + random.below(100) / 100)) / profile.kills
    const moments = random.shuffle(Array.from({ length: profile.kills }, (_, at) => each(at)))
    const { problems, memoryMb, ...findings } = await runOcrWithKills(server, pictures.slice(3), moments)
    const [before, after] = memoryMb
    printFigures('killed during OCR', { ...findings, 'MB of the server': `${before} to ${after}` })
    expect(problems).toEqual([])
    expect(findings.killed).toBeGreaterThan(profile.kills / 3)
    expect(findings.emptyPreviews + findings.unread).toBeGreaterThan(0)
    expect(findings.read).toBeGreaterThan(0)
    expect(after - before).toBeLessThan(MORE_MEMORY_MB)
  })

  test('injected faults: the test notices hints missing without a cause, a failing list and a leftover file', async () => {
    await writeFile(join(server.temporary, 'file'), '')
    const faulty = await startFaultyProxy(server.url, (response) => {
      if (response.bytes.includes('purchase_amount":') && response.bytes.includes('invoice_number":'))
        return { ...response, text: '{"data":null}' }
      return response.bytes.includes('"meta"') ? { ...response, status: 503 } : response
    })
    undo.push(faulty.close)
    const { problems } = await runOcrWithKills({ ...server, url: faulty.url }, pictures.slice(1, 3), [])
    const report = problems.join()
    for (const words of ['that nothing happened to is not read', 'but 0 were killed', ': 503', 'file is left'])
      expect(report).toContain(words)
  })

  test('injected fault: the test notices a server that exits with its OCR process', async () => {
    const weak = await startOcrServer(2, { fault: 'the server exits with its OCR process' })
    undo.push(weak.remove)
    const { problems } = await runOcrWithKills(weak, pictures.slice(1, 3), [0.2])
    expect(problems.join()).toContain('an OCR preview is answered with 0')
    expect(problems.join()).toContain('a receipt is answered with 0')
  })

  test('D-96 a stopped OCR process is killed after its time limit, and the next picture is read', async () => {
    const { problems, preview, ...figures } = await stopped
    printFigures('stopped during OCR', figures)
    expect(problems).toEqual([])
    expect(preview).toBeNull()
    expect(figures.answeredAfterMs).toBeGreaterThanOrEqual(OCR_MAX_MS)
    expect(figures.goneAfterMs).toBeLessThan(OCR_MAX_MS + LATE_MS)
  })

  test('D-96 an OCR process ends when its server is killed, and the receipt is read after the next start', async () => {
    const picture = pictures[0] as Buffer
    const { serverMs, childMs, ...ended } = await endDuringOcr(server, { signal: 'SIGKILL', picture })
    printFigures('SIGKILL during OCR', { 'server gone after ms': serverMs, 'its child after it ms': childMs })
    expect(ended).toEqual({
      problems: [],
      jobs: full ? 'active' : 'retry',
      state: expect.stringMatching(/^(read|illegible|too slow)$/),
    })
    expect(childMs).toBeLessThan(CHILD_GONE_MS)
  })
})
