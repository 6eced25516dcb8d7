import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { full, printFigures } from '../profile.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { SeededServer } from '../support/seeded-server.ts'
import { visitWhile } from '../support/visitors.ts'
import { canListChildren, GONE_WITHIN_MS, watchChildren } from './child-processes.ts'
import { findOcrFailures, pagesToVisit, receiptPictures, requestPreview, sendPicture, waitForOcr } from './clients.ts'
import { endDuringOcr } from './end-during-ocr.ts'
import type { OcrProcessFault } from './faulty-ocr-process.ts'
import { expectUndisturbedOcr } from './kill-during-ocr.ts'
import { findLeftovers, startOcrServer } from './server.ts'
import { copyServer, type RemovedPart, type ServerCopy } from './server-copy.ts'

/** It may take 450 MB and grows by 20 until the next check; on a busy machine it takes longer. */
const PEAK_MB = 700
const CHILD_GONE_MS = 5000
const random = seededRandom('spoilt readers')

/** What is wrong with the OCR process, and what the log says about it. */
type Case = { what: string; inject: (tree: ServerCopy) => Promise<void>; reason: string; words: RegExp }
const without = (what: RemovedPart, words: RegExp): Case => ({
  what: `without ${what}`,
  inject: (tree) => tree.remove(what),
  reason: 'broken',
  words,
})
const does = (fault: OcrProcessFault, reason: 'broken' | 'memory', words: RegExp): Case => ({
  what: `with the fault "${fault}"`,
  inject: (tree) => tree.injectFault(fault),
  reason,
  words,
})
const cases: Case[] = [
  without('the script', /Cannot find module .*paddle-child\.ts/),
  without('the models', /Cannot find module '@gutenye\/ocr-models/),
  without('the library', /onnxruntime_binding\.node/),
  does('send nonsense', 'broken', /invalid message/),
  does('answer too much', 'broken', /invalid message/),
  does('answer far too much', 'broken', /Message too large for a child process/),
  does('answer no OCR result', 'broken', /unexpected result/),
  does('grow', 'memory', /memory/i),
  does('grow and not watch itself', 'memory', /too much memory/),
]

describe.skipIf(!canListChildren)('OCR processes with faults', () => {
  const undo: (() => unknown)[] = []
  const pictures: Buffer[] = []
  let tree: ServerCopy
  let server: SeededServer
  let sent = 0
  beforeAll(async () => {
    pictures.push(...(await receiptPictures(cases.length + 4, random)))
    tree = await copyServer()
    undo.push(tree.discard)
    // The first fault is there before the server starts.
    await cases[0]?.inject(tree)
    server = await startOcrServer(pictures.length, { checkout: tree.folder })
    undo.push(server.remove)
  })
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** Another member requests a preview and sends a receipt; returns what other visitors saw meanwhile. */
  async function sendNext() {
    const problems: string[] = []
    const [member = NOBODY, picture] = [server.members[sent], pictures[sent] as Buffer]
    const watch = watchChildren(server)
    const requestPreviews = async () => {
      const preview = await requestPreview(server, member, picture, problems)
      return { preview, id: (await sendPicture(server, member, picture, problems)) ?? 0 }
    }
    const work = requestPreviews()
    const [{ preview, id }, visits] = await Promise.all([work, visitWhile(server.url, work, pagesToVisit(server))])
    sent += 1
    const end = async () => {
      watch.stop()
      problems.push(
        ...visits.problems,
        ...(await findLeftovers(server, watch.seen(), { receipts: sent, withinMs: GONE_WITHIN_MS.failed })),
      )
      return { problems, 'peak MB': Math.max(0, ...watch.seen().map(({ peakMb }) => peakMb)), 'p99 ms': visits.p99 }
    }
    return { preview, id, problems, end }
  }

  test.each(cases)(
    'D-96 an OCR process $what costs one hint, which the log explains, and nothing else',
    async (one) => {
      if (one !== cases[0]) await one.inject(tree)
      const { preview, id, problems, end } = await sendNext()
      const state = await waitForOcr(server, id, problems)
      const { problems: all, ...figures } = await end()
      await tree.restore()
      printFigures(`an OCR process ${one.what}`, figures)
      expect(all).toEqual([])
      expect({ preview, state }).toEqual({ preview: null, state: 'failed' })
      const err = { message: expect.stringMatching(one.words) }
      // Log lines are written a little later.
      const failures = () => findOcrFailures(server).filter(({ submission }) => submission === id)
      await expect.poll(failures, { timeout: 10_000 }).toMatchObject([{ reason: one.reason, err }])
      expect(figures['peak MB']).toBeLessThan(PEAK_MB)
    },
  )

  test.runIf(full)('D-96 an OCR process that sends without end stops no one from sending receipts', async () => {
    await tree.injectFault('send without end')
    const { end } = await sendNext()
    const { problems, ...figures } = await end()
    printFigures('an OCR process with the fault "send without end"', figures)
    expect(problems).toEqual([])
    await tree.restore()
  })

  test('D-96 an OCR process that failed is replaced, so that a repaired one needs no server restart', async () => {
    const problems: string[] = []
    await expectUndisturbedOcr(server, pictures.at(-2) as Buffer, problems)
    expect(problems).toEqual([])
  })

  test('D-96 an OCR process that hangs ends when the server stops, and the receipt is read after the next start', async () => {
    await tree.injectFault('hang')
    const ending = { signal: 'SIGTERM', checkout: tree.folder, onEnded: tree.restore } as const
    const ended = await endDuringOcr(server, { ...ending, picture: pictures.at(-1) as Buffer })
    const { problems, jobs, state, serverMs, childMs } = ended
    printFigures('SIGTERM during OCR', { 'server gone after ms': serverMs, 'its child after it ms': childMs })
    expect(problems).toEqual([])
    expect(jobs).toContain('retry')
    expect(state).toMatch(/^(read|illegible|too slow)$/)
    expect(childMs).toBeLessThan(CHILD_GONE_MS)
  })

  test('injected fault: the test notices an OCR process that grows and is never killed', async () => {
    const own = await startOcrServer(1, { fault: 'the OCR process grows forever' })
    undo.push(own.remove)
    const watch = watchChildren(own)
    undo.push(() => {
      for (const { pid } of watch.seen()) process.kill(pid, 'SIGKILL')
    })
    await requestPreview(own, own.members[0] ?? NOBODY, pictures[0] as Buffer, [])
    expect((await findLeftovers(own, watch.seen())).join()).toMatch(/process \d+ is left/)
    watch.stop()
    expect(watch.seen()[0]?.peakMb).toBeGreaterThan(PEAK_MB)
  })
})

const NOBODY = { authorization: '' }
