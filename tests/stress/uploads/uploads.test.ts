import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { receiptPath } from '../../support/browser/receipts.ts'
import { full, printFigures } from '../profile.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { findFilesLeft, type SeededServer, startSeededServer } from '../support/seeded-server.ts'
import { visitWhile } from '../support/visitors.ts'
import { borderline, damaged, disguised, misnamed, polyglots } from './broken-files.ts'
import { bombs } from './decompression-bombs.ts'
import { MARK, type UploadFile, uploadFile, validPictures, validPngs } from './upload-files.ts'
import { abortUploads, METRICS_TOKEN, measureMemory, PER_MEMBER, sendAll } from './uploads.ts'

const profile = full ? { harmed: 3000, bombs: 200 } : { harmed: 60, bombs: 50 }
/** A bomb may take 20 seconds, two run at once, and the last one waits for all others. */
const LIMITS = { atOnce: 4, answeredWithinMs: 300_000 }
const MEMORY_MAX_MB = 2000

let server: SeededServer
let corpus: Awaited<ReturnType<typeof buildCorpus>>
let accepted = 0
beforeAll(async () => {
  corpus = await buildCorpus(profile.harmed)
  const members = Math.ceil((corpus.files.length + profile.bombs) / PER_MEMBER) + 3
  server = await startSeededServer(members, { METRICS_TOKEN })
})
afterAll(() => server?.remove())

/** The members from this index on, who have sent nothing yet. */
const from = (first: number) => ({ ...server, members: server.members.slice(first) })

test('every uploaded file is accepted or rejected with a message, and served without its metadata', async () => {
  const work = sendAll(server, corpus.files, LIMITS)
  const [sent, memory] = await Promise.all([work, measureMemory(server.url, work)])
  accepted += sent.accepted
  printFigures('uploads', {
    files: corpus.files.length,
    accepted: sent.accepted,
    rejected: sent.rejected,
    'memory MB': memory,
  })
  expect(sent.problems).toEqual([])
  expect(memory).toBeLessThan(MEMORY_MAX_MB)
})

test('decompression bombs sent at once harm nothing, and other requests are served meanwhile', async () => {
  const files = Array.from({ length: profile.bombs }, (_, at) => corpus.bombs[at % corpus.bombs.length] as UploadFile)
  const after = Math.ceil(corpus.files.length / PER_MEMBER)
  const work = sendAll(from(after), files, { ...LIMITS, atOnce: 50 })
  const [sent, memory, visits] = await Promise.all([
    work,
    measureMemory(server.url, work),
    visitWhile(server.url, work),
  ])
  accepted += sent.accepted
  const { made, p99 } = visits
  printFigures('bombs', {
    files: files.length,
    accepted: sent.accepted,
    'sent again': sent.busy,
    visits: made,
    'p99 ms': p99,
    'memory MB': memory,
  })
  expect([...sent.problems, ...visits.problems]).toEqual([])
  expect(memory).toBeLessThan(MEMORY_MAX_MB)
})

test('aborted and rejected uploads leave no file', async () => {
  await abortUploads(server.url, server.members.at(-1) ?? { authorization: '' }, 20)
  await vi.waitFor(async () => expect(await findFilesLeft(server, accepted)).toEqual([]), {
    timeout: 60_000,
  })
  expect(server.log()).not.toContain('"level":"error"')
})

test('injected faults: the test notices a server error, a wrongly rejected file, and a missing answer', async () => {
  const { url } = server
  const faulty = { ...from(server.members.length - 2), url }
  const problemsWith = async (changed: { status: number; text: string } | 'silence', file: UploadFile) => {
    const answeredWithinMs = changed === 'silence' ? 2000 : 300_000
    const spoiled = await startFaultyProxy(url, (response) =>
      changed === 'silence' ? undefined : { ...response, ...changed },
    )
    const { problems } = await sendAll({ ...faulty, url: spoiled.url }, [file], { atOnce: 1, answeredWithinMs })
    await vi.waitFor(() => expect(spoiled.hits()).toBeGreaterThan(0), { timeout: 60_000 })
    await spoiled.close()
    return problems.join()
  }
  const words = '{"message":"No.","errors":{}}'
  const valid = { ...corpus.plain, expected: 'rejected' as const }
  expect(await problemsWith({ status: 500, text: words }, valid)).toContain('is a server error')
  expect(await problemsWith({ status: 422, text: words }, corpus.plain)).toContain('is valid but rejected')
  expect(await problemsWith('silence', valid)).toContain('TimeoutError')
  expect((await sendAll(faulty, [valid], LIMITS)).problems.join()).toContain('is accepted')
})

test('injected faults: the test notices a picture served with its metadata, and a leftover file', async () => {
  const withExif = await sharp(corpus.plain.bytes)
    .webp()
    .withExif({ IFD0: { Copyright: MARK } })
    .toBuffer()
  const spoiled = await startFaultyProxy(server.url, (one) =>
    one.type === 'image/webp' ? { ...one, bytes: withExif } : one,
  )
  const file = uploadFile('plain', corpus.plain.bytes)
  const { problems } = await sendAll({ ...from(server.members.length - 1), url: spoiled.url }, [file], LIMITS)
  await spoiled.close()
  expect(problems.join()).toContain('is served with its metadata')
  await writeFile(join(server.dataDir, 'incoming/left'), '')
  expect(await findFilesLeft(server, 0)).toContain('left is left')
})

/** The files that are sent one after another, the same for a seed, and the bombs, which are sent at once. */
async function buildCorpus(harmed: number) {
  const random = seededRandom('uploads')
  const good = [...validPngs(random), ...(await validPictures()), ...heics()]
  const [plain] = good.filter(({ what }) => what === 'jpeg, orientation 1') as [UploadFile]
  const files = [...good, ...disguised(), ...polyglots(good), ...misnamed(plain), ...borderline(plain)]
  return { files: [...files, ...damaged(good, harmed, random)], bombs: await bombs(), plain }
}

/** The smallest real receipts, where this machine has them. */
function heics(): UploadFile[] {
  const path = receiptPath('059.heic')
  return path ? [uploadFile('HEIC', readFileSync(path), { type: 'image/heic', expected: 'accepted' })] : []
}
