import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { create } from '@stampus/contract/submissions'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findViolation } from '../../security/fuzz/violations.ts'
import { receiptForm } from '../../support/api/submissions.ts'
import { memoryMbOf } from '../ocr/children.ts'
import { full, printFigures } from '../profile.ts'
import { seededRandom } from '../support/seeded-random.ts'
import {
  breakServer,
  findFilesLeft,
  receiptFacts,
  type SeededServer,
  startSeededServer,
} from '../support/seeded-server.ts'
import type { ServerFault } from '../support/server-faults.ts'
import { visitWhile } from '../support/visitors.ts'
import { bombs, damaged, disguised, MARK, type UploadFile, validPictures } from './upload-files.ts'

const profile = full ? { harmed: 3000, bombs: 200 } : { harmed: 60, bombs: 50 }
/** A bomb may take 20 seconds, two run at once, and the last one waits for all others. */
const ANSWERED_WITHIN_MS = 300_000
const MEMORY_MAX_MB = 2000
/** One picture of a member is processed at a time, and one may wait. */
const PER_MEMBER = 2
const BUSY = '{"message":"The service is busy or restarting. Please try again in a moment.","errors":{}}'
const AGAIN_MS = 1000
const METRICS_TOKEN = 'stress-metrics-token'
const EVERY_MS = 500

let server: SeededServer
let files: UploadFile[]
let [sent, accepted] = [0, 0]
beforeAll(async () => {
  const good = await validPictures()
  const [first] = good as [UploadFile]
  files = [...good, ...disguised(first), ...damaged(good, profile.harmed, seededRandom('uploads'))]
  const members = Math.ceil((files.length + profile.bombs) / PER_MEMBER) + 5
  server = await startSeededServer(members, { METRICS_TOKEN })
})
afterAll(() => server?.remove())

test('every uploaded file is accepted or rejected with a message, and served without its metadata', async () => {
  expect(await sendAll('uploads', files, 4)).toEqual([])
})

test('decompression bombs sent at once harm nothing, and other requests are served meanwhile', async () => {
  const each = await bombs()
  const many = Array.from({ length: profile.bombs }, (_, at) => each[at % each.length] as UploadFile)
  expect(await sendAll('bombs', many, 50)).toEqual([])
})

test('aborted and rejected uploads leave no file', async () => {
  expect(await abortUploads(60_000)).toEqual([])
  expect(server.log()).not.toContain('"level":"error"')
})

test('injected fault: files that aborted uploads leave are noticed', async () => {
  onTestFinished(await breakServer(server, 'files are left'))
  expect((await abortUploads(2000)).join()).toContain('is left')
})

test.each<[ServerFault | 'hostile files are accepted', UploadFile['expected'], string]>([
  ['receipts fail', 'accepted', 'is a server error'],
  ['pictures cannot be decoded', 'accepted', 'is valid but rejected'],
  ['hostile files are accepted', 'rejected', 'is accepted'],
  ['pictures get metadata', 'accepted', 'is served with its metadata'],
  ['receipts are not answered', 'either', 'TimeoutError'],
  ['pages are cut off', 'accepted', '/: TypeError'],
  // The last one, because the highest memory of the server stays.
  ['pictures take too much memory', 'accepted', 'the server takes'],
])('injected fault: it is noticed that %s', async (fault, expected, words) => {
  const [first] = files as [UploadFile]
  if (fault !== 'hostile files are accepted') onTestFinished(await breakServer(server, fault))
  const withinMs = fault === 'receipts are not answered' ? 2000 : ANSWERED_WITHIN_MS
  const problems = new Set(await sendAll(fault, [{ ...first, expected }], 1, withinMs))
  expect([...problems]).toEqual([expect.stringContaining(words)])
})

/** Uploads that their members abort in the middle; returns the files that are left. */
async function abortUploads(timeout: number): Promise<string[]> {
  const { authorization = '' } = server.members.at(-1) ?? {}
  const form = new Response(receiptForm(receiptFacts(server), { bytes: Buffer.alloc(500_000) }))
  const body = Buffer.from(await form.arrayBuffer())
  const headers = {
    authorization,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': body.length,
  }
  const begun = Array.from({ length: 20 }, () => {
    const sending = request(`${server.url}/api/submissions`, { method: 'POST', headers }).on('error', () => {})
    sending.write(body.subarray(0, 300_000))
    return sending
  })
  await vi.waitUntil(async () => (await findFilesLeft(server)).length > 0, { timeout: 10_000, interval: 5 })
  for (const sending of begun) sending.destroy()
  const wait = { timeout, interval: 500 }
  await vi.waitUntil(async () => (await findFilesLeft(server, accepted)).length === 0, wait).catch(() => {})
  return findFilesLeft(server, accepted)
}

/**
 * Sends each file as a receipt, `atOnce` at a time. Returns what is wrong with the answers, the memory and the pages of
 * others.
 */
async function sendAll(what: string, given: UploadFile[], atOnce: number, withinMs = ANSWERED_WITHIN_MS) {
  const problems: string[] = []
  const before = accepted
  const line = [...given]
  const sender = async () => {
    for (let file = line.shift(); file; file = line.shift()) {
      const { authorization = '' } = server.members[Math.floor(sent / PER_MEMBER)] ?? {}
      sent += 1
      const problem = await sendOne(file, authorization, withinMs).catch(String)
      if (problem) problems.push(`${file.what}: ${problem}`)
    }
  }
  const work = Promise.all(Array.from({ length: atOnce }, sender))
  const [memory, visits] = await Promise.all([highestMemory(work), visitWhile(server.url, work)])
  const figures = { files: given.length, accepted: accepted - before, 'memory MB': memory, 'p99 ms': visits.p99 }
  printFigures(what, figures)
  // Also if it was not measured.
  if (!(memory <= MEMORY_MAX_MB)) problems.push(`the server takes ${memory} MB`)
  return [...problems, ...visits.problems]
}

/** What is wrong with the answer to a file. */
async function sendOne(file: UploadFile, authorization: string, withinMs: number): Promise<string | undefined> {
  const response = await sendUntilTaken(file, authorization, withinMs)
  const { status, text } = response
  const problem = findViolation(create, response)
  if (problem) return `${problem}: ${status} ${text.slice(0, 200)}`
  if (![201, 400, 422].includes(status)) return `is answered with ${status}`
  if (file.expected === 'accepted' && status !== 201) return `is valid but rejected: ${text}`
  if (file.expected === 'rejected' && status === 201) return 'is accepted'
  if (status !== 201) return undefined
  accepted += 1
  const { receipt_image_url, receipt_thumb_url } = JSON.parse(text).data
  for (const address of [receipt_image_url, receipt_thumb_url]) {
    const bytes = Buffer.from(await (await fetch(server.url + address)).arrayBuffer())
    const { format, exif, icc, xmp, iptc } = await sharp(bytes).metadata()
    if (format !== 'webp') return `is served as ${format}`
    if (exif || icc || xmp || iptc || bytes.includes(MARK)) return 'is served with its metadata'
  }
  return undefined
}

/** Sends a file again, as the app does, while the machine is busy with others. The last answer counts. */
async function sendUntilTaken({ bytes }: UploadFile, authorization: string, withinMs: number) {
  const signal = AbortSignal.timeout(withinMs)
  const facts = receiptFacts(server)
  for (;;) {
    const body = receiptForm(facts, { bytes })
    const init = { method: 'POST', headers: { authorization }, body, signal }
    const answer = await fetch(`${server.url}/api/submissions`, init)
    const text = await answer.text()
    const response = { status: answer.status, type: answer.headers.get('content-type') ?? '', text }
    if (answer.status !== 503 || text !== BUSY) return response
    await pause(AGAIN_MS, undefined, { signal })
  }
}

/** The highest memory of the server, in megabytes: while the work was done, or since its start where /proc has that. */
async function highestMemory(work: Promise<unknown>): Promise<number> {
  let [most, over] = [0, false]
  work.finally(() => (over = true)).catch(() => {})
  while (!over) {
    const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    most = Math.max(most, Number(/^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1]))
    await pause(EVERY_MS)
  }
  return Math.max(Math.round(most / 1024 ** 2), memoryMbOf(server.pid, 'VmHWM'))
}
