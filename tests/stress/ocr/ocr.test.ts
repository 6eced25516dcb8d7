import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { createBoss, queues } from '../../../server/platform/jobs/boss.ts'
import { startServer } from '../../support/browser/server-under-test.ts'
import { full, printFigures } from '../profile.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { breakServer, findFilesLeft, type SeededServer, startSeededServer } from '../support/seeded-server.ts'
import type { ServerFault } from '../support/server-faults.ts'
import {
  canListChildren,
  expectNoChildren,
  firstChild,
  isOcrProcess,
  isRunning,
  memoryMbOf,
  openChannels,
  watchChildren,
} from './children.ts'
import {
  findOcrFailures,
  receiptPictures,
  requestPreview,
  sendPicture,
  visitMeanwhile,
  WITH_OCR,
  waitForOcr,
} from './clients.ts'
import type { OcrProcessFault } from './faulty-ocr-process.ts'

const profile = full ? { pictures: 60, kills: 100 } : { pictures: 3, kills: 4 }
const AT_ONCE = 3
/** A child is killed in its first picture, or in the first half of its second. */
const PICTURES_PER_CHILD = 1.5
/** An OCR process may take 450 MB and grows by 20 until the next check; on a busy machine it takes longer. */
const PEAK_MB = 700
/** Receipts themselves take some 250 MB the first time. */
const MORE_MEMORY_MB = 600
/** The server closes its side of a connection a little later. */
const CLOSED_WITHIN_MS = 5000
const random = seededRandom('killed while reading')

if (!canListChildren) console.warn('OCR processes: SKIPPED, this machine does not list the children of a process')

describe.skipIf(!canListChildren)('OCR processes', () => {
  let server: SeededServer
  let pictures: Buffer[]
  let [used, receipts] = [0, 0]
  beforeAll(async () => {
    pictures = await receiptPictures(profile.pictures + 23, random)
    server = await startSeededServer(pictures.length, WITH_OCR)
  })
  afterAll(async () => {
    await server?.end()
    await server?.remove()
  })

  /** The calls of a member who has sent nothing yet, with a picture that no one has sent. */
  function nextMember() {
    const [member, picture] = [server.members[used], pictures[used]]
    used += 1
    if (!member || !picture) throw new Error('There are no more members')
    const send = () => {
      receipts += 1
      return sendPicture(server, member, picture)
    }
    return { preview: () => requestPreview(server, member, picture), send }
  }

  /** An undisturbed picture must be read. A machine that is too slow gets another try. */
  async function expectUndisturbedOcr() {
    const { preview } = nextMember()
    let read = await preview()
    for (let tries = 1; tries < 3 && read === null; tries += 1) read = await preview()
    expect(read).not.toBeNull()
  }

  /** The file that says what OCR processes do in place of OCR. */
  const mark = () => join(server.dataDir, 'ocr-fault')

  async function expectNothingLeft() {
    await expectNoChildren(server)
    expect(await findFilesLeft(server, receipts)).toEqual([])
  }

  test('D-96 D-51 an OCR process killed at any moment costs one hint, and the desk still shows the receipt', async () => {
    let whole = 0
    const stopMeasuring = watchChildren(server, ({ cpuSeconds }) => {
      whole = Math.max(whole, cpuSeconds)
    })
    await expectUndisturbedOcr()
    stopMeasuring()
    await expectNoChildren(server)
    const moments = random.shuffle(
      Array.from({ length: profile.kills }, (_, at) => (at + random.below(100) / 100) / profile.kills),
    )
    const { killed, missing, figures } = await sendDuringKills(
      moments.map((moment) => moment * PICTURES_PER_CHILD * whole),
      profile.pictures,
    )
    printFigures('killed during OCR', { killed, missing, ...figures })
    expect(missing).toBeGreaterThan(0)
    expect(killed).toBeGreaterThan(profile.kills / 3)
  })

  /** Members send pictures while each OCR process is killed after so many seconds of its processor time. Nothing else may be missing. */
  async function sendDuringKills(seconds: number[], pictureCount: number) {
    let killed = 0
    const memoryBefore = memoryMbOf(server.pid, 'VmRSS')
    const channelsBefore = openChannels(server.pid)
    const tooSlowBefore = countTooSlow()
    const due = new Map<number, number>()
    const stopKilling = watchChildren(server, ({ pid, cpuSeconds }) => {
      if (!due.has(pid)) due.set(pid, seconds.shift() ?? Number.POSITIVE_INFINITY)
      if (cpuSeconds < (due.get(pid) ?? 0) || !isRunning(pid)) return
      due.set(pid, Number.POSITIVE_INFINITY)
      process.kill(pid, 'SIGKILL')
      killed += 1
    })
    const results: (object | string | null)[] = []
    let left = pictureCount
    const sendNext = async () => {
      while (left-- > 0) {
        const { preview, send } = nextMember()
        results.push(await preview(), await waitForOcr(server, await send()))
      }
    }
    const sending = Promise.all(Array.from({ length: AT_ONCE }, sendNext))
    const { visits } = await visitMeanwhile(server, sending).finally(stopKilling)
    await expectNothingLeft()
    const moreMb = memoryMbOf(server.pid, 'VmRSS') - memoryBefore
    const missing = results.filter((result) => result === null || result === 'failed').length
    expect(moreMb).toBeLessThan(MORE_MEMORY_MB)
    expect(missing).toBeLessThanOrEqual(killed + countTooSlow() - tooSlowBefore)
    await expect
      .poll(() => openChannels(server.pid), { timeout: CLOSED_WITHIN_MS, message: 'open pipes and sockets' })
      .toBeLessThanOrEqual(channelsBefore)
    return { killed, missing, figures: { ...visits, 'more MB': moreMb } }
  }

  const countTooSlow = () => server.log().match(/"reason":"time"|not read \(time\)/g)?.length ?? 0

  test.each<[OcrProcessFault, 'broken' | 'memory', RegExp]>([
    ['misses a file', 'broken', /Cannot find module/],
    ['answers no OCR result', 'broken', /unexpected result/],
    ['grows without end', 'memory', /memory/i],
    ['grows without end and does not watch itself', 'memory', /took too much memory/],
  ])('D-96 an OCR process that %s costs one hint, which the log explains, and nothing else', expectOneHintLost)

  async function expectOneHintLost(fault: OcrProcessFault, reason: 'broken' | 'memory', words: RegExp) {
    await writeFile(mark(), fault)
    let peak = 0
    const stopMeasuring = watchChildren(server, ({ pid }) => {
      if (isOcrProcess(pid)) peak = Math.max(peak, memoryMbOf(pid, 'VmHWM'))
    })
    const { preview, send } = nextMember()
    const work = async () => ({ hint: await preview(), id: await send() })
    const { result, visits } = await visitMeanwhile(server, work())
    const { hint, id } = result
    const state = await waitForOcr(server, id)
    stopMeasuring()
    await rm(mark())
    printFigures(`an OCR process that ${fault}`, { ...visits, 'peak MB': peak })
    expect({ hint, state }).toEqual({ hint: null, state: 'failed' })
    const err = { message: expect.stringMatching(words) }
    await expect
      .poll(() => findOcrFailures(server).filter(({ submission }) => submission === id))
      .toMatchObject([{ reason, err }])
    expect(peak).toBeLessThan(PEAK_MB)
    await expectNothingLeft()
  }

  test('D-96 an OCR process that failed is replaced, so that a repaired one needs no server restart', async () => {
    await expectUndisturbedOcr()
    await expectNoChildren(server)
  })

  test('D-96 a stopped OCR process is killed after its time limit, and the next picture is read', async () => {
    const begun = performance.now()
    const stopped = firstChild(server).then((pid) => {
      process.kill(pid, 'SIGSTOP')
      return pid
    })
    const { result } = await visitMeanwhile(server, nextMember().preview())
    expect(result).toBeNull()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(25_000)
    const pid = await stopped
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
    await expectUndisturbedOcr()
    await expectNothingLeft()
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'D-96 an OCR process ends with its server, by %s, and the receipt is read after the next start',
    async (signal) => {
      await writeFile(mark(), 'never answers')
      const reading = firstChild(server)
      const id = await nextMember().send()
      const child = await reading
      await server.end(signal)
      await rm(mark())
      await expect.poll(() => isRunning(child), { timeout: 5000 }).toBe(false)
      expect(await waitingJobs(server)).toEqual([{ state: 'retry' }])
      const { url, pid, log, end } = await startServer(server.settings)
      server = { ...server, url, pid, log, end }
      expect(['read', 'illegible']).toContain(await waitForOcr(server, id))
      await expectNothingLeft()
    },
  )

  test('D-96 an OCR process that the server does not kill ends at its own memory limit', async () => {
    onTestFinished(await breakServer(server, 'OCR processes are not killed'))
    await expectOneHintLost('grows without end', 'memory', /memory/)
  })

  const kills = (seconds: number[]) => () => sendDuringKills(seconds, 1)
  const growth = () => expectOneHintLost('grows without end and does not watch itself', 'memory', /memory/)
  const growthLeavesNothing = () => growth().catch(expectNothingLeft)

  test.each<[string, ServerFault | undefined, OcrProcessFault | undefined, () => Promise<unknown>, RegExp]>([
    ['no picture is read', undefined, 'answers no OCR result', expectUndisturbedOcr, /expected null not to be null/],
    ['hints are missing', undefined, 'answers no OCR result', kills([]), /expected 2 to be less than or equal to 0/],
    ['lists fail', 'lists fail', undefined, kills([]), /console\/bulk: 50/],
    ['memory is kept', 'memory is kept', 'answers no OCR result', kills([]), /expected \d+ to be less than 600/],
    ['sockets are left', 'sockets are left', undefined, kills([]), /open pipes and sockets/],
    ['files are left', 'files are left', 'answers no OCR result', kills([]), /is left/],
    ['a process grows', 'OCR processes are not killed', undefined, growth, /expected \d+ to be less than 700/],
    [
      'a process is left',
      'OCR processes are not killed',
      undefined,
      growthLeavesNothing,
      /expected \[ \d+.* to deeply/,
    ],
    ['the server ends', 'the server exits with its OCR process', undefined, kills([0.5]), /fetch failed/],
  ])('injected fault: it is noticed that %s', async (_, serverFault, ocrFault, check, words) => {
    expect(isRunning(server.pid)).toBe(true)
    const seen = new Set<number>()
    const stopWatching = watchChildren(server, ({ pid }) => seen.add(pid))
    if (serverFault) await breakServer(server, serverFault)
    if (ocrFault) await writeFile(mark(), ocrFault)
    const report = await check().then(() => 'nothing is noticed', inspect)
    stopWatching()
    for (const name of ['fault', 'ocr-fault']) await rm(join(server.dataDir, name), { force: true })
    for (const pid of seen) if (isOcrProcess(pid)) process.kill(pid, 'SIGKILL')
    if (isRunning(server.pid)) await expectNoChildren(server)
    expect(report).toMatch(words)
  })
})

/** The jobs of a stopped server. Their times are moved, so that no test has to wait as long as they do. */
async function waitingJobs({ dataDir }: SeededServer): Promise<object[]> {
  const { pool, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  await pool.query("UPDATE pgboss.job SET started_on = started_on - interval '1 hour' WHERE state = 'active'")
  await pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL')
  const boss = createBoss(pool, 'send', (error) => console.error(error))
  await boss.start()
  await boss.supervise(queues.ocr)
  await boss.stop({ graceful: false })
  await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'")
  const { rows } = await pool.query("SELECT state FROM pgboss.job WHERE name = 'reading' AND state <> 'completed'")
  await close()
  return rows
}
