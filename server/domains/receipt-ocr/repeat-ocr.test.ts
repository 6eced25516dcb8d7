import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import {
  createOcrResult,
  createReadSubmission,
  listOcrQueue,
  mockOcr,
  runOcrJob,
  useOcrSeconds,
} from '../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { testSettings } from '../../../tests/support/database/database.ts'
import { rowsOf } from '../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../tests/support/pictures/fingerprints.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { compileCache } from '../../../tests/support/server/process.ts'
import { readConfig } from '../../config.ts'
import { openPreparedDatabase } from '../../platform/db/prepare.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { registerJobs } from '../../register-jobs.ts'
import type { OcrResult } from './ocr-result.ts'
import { handleOcrJob } from './receipt-ocr.service.ts'

let settings: Awaited<ReturnType<typeof testSettings>>
let server: TestApp
const open = async () => {
  server = await testApp(settings, await openPreparedDatabase(readConfig(settings)))
  server.deps.fingerprint = fingerprintHere
}
beforeAll(async () => {
  settings = await testSettings()
  await open()
})
afterAll(() => server.close())

/** Runs as `npm run stampus` does. */
async function command(own: Record<string, string> = {}) {
  const env = { ...compileCache, ...settings, LOG_LEVEL: 'error', ...own }
  const cwd = join(import.meta.dirname, '../../..')
  const child = spawn(process.execPath, ['scripts/stampus.ts', 'read-again'], { cwd, env })
  const ended = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code: child.exitCode, out, err }
}

const readAs31 = async (userId?: number) =>
  (await createReadSubmission(server.deps, createOcrResult({ totalSen: 3100 }), userId ? { userId } : {})).id

async function fail(id: number): Promise<void> {
  mockOcr(server, new OcrError('broken'))
  await handleOcrJob(server.deps)(id)
}

/** Marks results as those of an older release, and all jobs as done. */
async function age(...ids: number[]): Promise<void> {
  await rowsOf(server, 'UPDATE receipt_ocr SET ocr_version = ocr_version - 1 WHERE submission_id = ANY($1)', ids)
  await rowsOf(server, "DELETE FROM pgboss.job WHERE name = 'reading'")
}

const reviewer = () => actorsOf(server).reviewer()
const amountOf = async (id: number) => (await (await reviewer()).show(id)).data.reading?.purchase_amount
const AS_31 = { verdict: 'differs', read: '31.00' }
const AS_25 = { verdict: 'fits' }

test('D-51 D-43 the command enqueues pending receipts with a result of an older release, which is replaced after new receipts were read and counts towards no limit; an illegible one is not read a third time', async () => {
  const { id: userId } = await actorsOf(server).member()
  const [one, other, decided, fresh] = [await readAs31(userId), await readAs31(), await readAs31(), await readAs31()]
  const { id: illegible } = await createSubmission(server.deps)
  await fail(illegible)
  expect((await (await reviewer()).approve(decided)).status).toBe(201)
  await age(one, other, decided, illegible)
  for (const id of [other, illegible]) await fail(id)
  // With the embedded database the command cannot run beside the server.
  expect(await command()).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/Stop that one/) })
  await server.close()
  const [off, first, second] = [await command({ RECEIPT_OCR: 'off' }), await command(), await command()]
  await open()
  expect(off.out).toBe('Nothing to do: RECEIPT_OCR is off.\n')
  const out = '2 pending receipts wait to be read again, behind new ones. The server does it while it runs.\n'
  expect(first).toEqual({ code: 0, out, err: '' })
  expect(second.out).toMatch(/^Nothing to do: no pending receipt was read by an older release, or /)
  expect(await listOcrQueue(server)).toEqual([one, other])
  for (const id of [one, other, fresh]) expect(await amountOf(id)).toMatchObject(AS_31)
  const { id: sent } = await createSubmission(server.deps)
  await useOcrSeconds(server.deps, userId, 300)
  mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await registerJobs(server.deps)
  const done = `SELECT (data->>'submissionId')::int AS id FROM pgboss.job
    WHERE name = 'reading' AND state = 'completed' ORDER BY started_on`
  await expect.poll(() => rowsOf(server, done)).toEqual([{ id: sent }, { id: one }, { id: other }])
  for (const id of [one, other]) expect(await amountOf(id)).toMatchObject(AS_25)
})

test('D-96 after repeated OCR the look-alikes are those of the new result', async () => {
  const old = ['12.50', '25.00', '60123', '700144']
  const changed = ['31.00', '48.20', '91456', '800255']
  const result = (numbers: string[]) => createOcrResult({ totalSen: 2500, numbers })
  const { id: after } = await createReadSubmission(server.deps, result(changed))
  const { id } = await createReadSubmission(server.deps, result(old))
  const { id: before } = await createReadSubmission(server.deps, result(old))
  const { lookAlikes } = await reviewer()
  expect(await lookAlikes(id)).toEqual([before])
  await age(id)
  await runOcrJob(server.deps, id, result(changed))
  expect([await lookAlikes(id), await lookAlikes(before)]).toEqual([[after], []])
})

test('D-51 a receipt that is decided before repeated OCR keeps its old result', async () => {
  const id = await readAs31()
  await age(id)
  const late = Promise.withResolvers<OcrResult>()
  server.deps.reader = () => late.promise
  const reading = handleOcrJob(server.deps)(id)
  expect((await (await reviewer()).approve(id)).status).toBe(201)
  late.resolve(createOcrResult({ totalSen: 2500 }))
  await reading
  expect(await amountOf(id)).toMatchObject(AS_31)
})
