import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import {
  createOcrResult,
  listOcrQueue,
  mockOcr,
  runOcrJob,
  useOcrSeconds,
} from '../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { testSettings } from '../../../tests/support/database/database.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { compileCache } from '../../../tests/support/server/process.ts'
import { readConfig } from '../../config.ts'
import { openPreparedDatabase } from '../../platform/db/prepare.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { registerJobs } from '../../register-jobs.ts'
import type { OcrResult } from './ocr-result.ts'
import { handleOcrJob } from './receipt-ocr.service.ts'

const numbers = ['12.50', '25.00', '60123', '700144']
const otherNumbers = ['31.00', '48.20', '91456', '800255']

let settings: Awaited<ReturnType<typeof testSettings>>
let server: TestApp
const open = async () => {
  server = await testApp(settings, await openPreparedDatabase(readConfig(settings)))
}
beforeEach(async () => {
  settings = await testSettings()
  await open()
})
afterEach(() => server.close())

/** Runs the command beside the server, or with the embedded database while the server is stopped. */
async function readAgain(own: Record<string, string> = {}) {
  const alone = server.deps.db.engine === 'embedded'
  if (alone) await server.close()
  const answer = await command(own)
  if (alone) await open()
  return answer
}

/** Runs as `npm run stampus` does. */
async function command(own: Record<string, string> = {}) {
  const env = { ...compileCache, ...settings, LOG_LEVEL: 'error', ...own }
  const cwd = join(import.meta.dirname, '../../..')
  const child = spawn(process.execPath, ['scripts/stampus.ts', 'read-again'], { cwd, env })
  const ended = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code: child.exitCode, out, err }
}

const sent = async (userId?: number) => (await createSubmission(server.deps, userId === undefined ? {} : { userId })).id

async function fail(id: number): Promise<void> {
  mockOcr(server, new OcrError('broken'))
  await handleOcrJob(server.deps)(id)
}

/** The receipts whose jobs are done, in the order of their start. */
async function jobsInOrder(): Promise<number[]> {
  const { rows } = await server.deps.db.pool.query<{ id: number }>(
    `SELECT (data->>'submissionId')::int AS id FROM pgboss.job WHERE name = 'reading' AND state = 'completed' ORDER BY started_on`,
  )
  return rows.map(({ id }) => id)
}

/** Marks results as those of an older release, and their jobs as done. */
async function age(...ids: number[]): Promise<void> {
  const { pool } = server.deps.db
  await pool.query({
    text: 'UPDATE receipt_ocr SET ocr_version = ocr_version - 1 WHERE submission_id = ANY($1)',
    values: [ids],
  })
  await pool.query("DELETE FROM pgboss.job WHERE name = 'reading'")
}

const shown = async (id: number) => (await (await createDesk(server)).show(id)).data
const amountOf = async (id: number) => (await shown(id)).reading?.purchase_amount
const lookAlikesOf = async (id: number) =>
  (await shown(id)).signals.flatMap((signal) => (signal.kind === 'same_receipt' ? signal.submission_id : []))

test('D-51 the command enqueues pending receipts with a result of an older release, which stays until it is replaced', async () => {
  const [one, other, decided, fresh] = [await sent(), await sent(), await sent(), await sent()]
  for (const id of [one, other, decided, fresh]) await runOcrJob(server.deps, id, createOcrResult({ totalSen: 3100 }))
  expect((await (await createDesk(server)).approve(decided)).status).toBe(201)
  await age(one, other, decided)
  expect(await readAgain()).toEqual({
    code: 0,
    out: '2 pending receipts wait to be read again, behind new ones. The server does it while it runs.\n',
    err: '',
  })
  expect((await readAgain()).out).toMatch(/^Nothing to do: no pending receipt was read by an older release, or /)
  expect(await listOcrQueue(server)).toEqual([one, other])
  expect(await amountOf(one)).toMatchObject({ verdict: 'differs', read: '31.00' })
  await runOcrJob(server.deps, one, createOcrResult({ totalSen: 2500 }))
  expect(await amountOf(one)).toMatchObject({ verdict: 'fits' })
  expect(await amountOf(other)).toMatchObject({ verdict: 'differs', read: '31.00' })
})

test('D-96 after repeated OCR the look-alikes are those of the new result', async () => {
  const [changed, before, after] = [await sent(), await sent(), await sent()]
  await runOcrJob(server.deps, after, createOcrResult({ totalSen: 2500, numbers: otherNumbers }))
  for (const id of [changed, before]) await runOcrJob(server.deps, id, createOcrResult({ totalSen: 2500, numbers }))
  expect(await lookAlikesOf(changed)).toEqual([before])
  await age(changed)
  await runOcrJob(server.deps, changed, createOcrResult({ totalSen: 2500, numbers: otherNumbers }))
  expect(await lookAlikesOf(changed)).toEqual([after])
  expect(await lookAlikesOf(before)).toEqual([])
})

test('D-51 a receipt that is decided before repeated OCR keeps its old result', async () => {
  const id = await sent()
  await runOcrJob(server.deps, id, createOcrResult({ totalSen: 3100 }))
  await age(id)
  const late = Promise.withResolvers<OcrResult>()
  server.deps.reader = () => late.promise
  const reading = handleOcrJob(server.deps)(id)
  expect((await (await createDesk(server)).approve(id)).status).toBe(201)
  late.resolve(createOcrResult({ totalSen: 2500 }))
  await reading
  expect(await amountOf(id)).toMatchObject({ verdict: 'differs', read: '31.00' })
})

test('D-51 failed repeated OCR keeps the first result, and an illegible receipt is not read a third time', async () => {
  const [legible, illegible] = [await sent(), await sent()]
  await runOcrJob(server.deps, legible, createOcrResult({ totalSen: 3100 }))
  await fail(illegible)
  await age(legible, illegible)
  for (const id of [legible, illegible]) await fail(id)
  expect(await amountOf(legible)).toMatchObject({ read: '31.00' })
  expect((await readAgain()).out).toMatch(/^1 pending receipt waits to be read again/)
  expect(await listOcrQueue(server)).toEqual([legible])
})

test('D-43 repeated OCR runs after new receipts, and does not count towards the hourly limits of members', async () => {
  const userId = (await createMember(server.deps)).id
  const [old, older] = [await sent(userId), await sent(userId)]
  for (const id of [old, older]) await runOcrJob(server.deps, id, createOcrResult({ totalSen: 3100 }))
  await age(old, older)
  await readAgain()
  const fresh = await sent()
  await useOcrSeconds(server.deps, userId, 300)
  mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await registerJobs(server.deps)
  await expect.poll(async () => (await jobsInOrder()).length).toBe(3)
  const [first, ...later] = await jobsInOrder()
  // The command enqueues both at the same time.
  expect([first, ...later.toSorted((one, other) => one - other)]).toEqual([fresh, old, older])
  expect(await amountOf(older)).toMatchObject({ verdict: 'fits' })
})

test('D-51 the command explains why it can do nothing', async () => {
  expect((await readAgain({ RECEIPT_OCR: 'off' })).out).toBe('Nothing to do: RECEIPT_OCR is off.\n')
  if (server.deps.db.engine !== 'embedded') return
  expect(await command()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/in use by another .*Stop that one/),
  })
})
