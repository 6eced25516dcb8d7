import { expect, test, vi } from 'vitest'
import { createOcrResult } from '../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { buildApp } from '../../app.ts'
import type { ReceiptReader } from '../../domains/receipt-ocr/reader.ts'
import { countedReader } from '../../domains/receipt-ocr/reader.ts'
import { countedMailer } from '../mail/mailer.ts'
import { MailRejected } from '../mail/smtp-errors.ts'
import { detectEngine, OcrError } from '../ocr/engine.ts'
import { Cancelled } from '../workers/fair-queue.ts'

const TOKEN = 'scrape-me-0123456789'
const here = { host: 'localhost:4000' }

const server = serverForTests({ METRICS_TOKEN: TOKEN })

/** The value of each series, by its name with its labels. */
async function read(): Promise<Record<string, number>> {
  const { body } = await server.app.inject({ url: '/metrics', headers: here })
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

test('D-66 /metrics is served only to this machine and with the token, in production only with it, under every host name', async () => {
  const { config, ...deps } = server.deps
  const production = { ...config, CONSOLE_URL: 'https://console.example', production: true }
  const strict = await buildApp({ ...deps, config: production })
  const bearer = (token: string, host = here.host) => ({ host, authorization: `Bearer ${token}` })
  for (const [app, headers, remoteAddress, status] of [
    [server.app, here, '127.0.0.1', 200],
    [server.app, here, '203.0.113.9', 404],
    [server.app, { host: 'rewards.example' }, '127.0.0.1', 404],
    [server.app, bearer(TOKEN), '203.0.113.9', 200],
    [server.app, bearer(`${TOKEN}x`), '203.0.113.9', 404],
    [server.app, bearer(''), '203.0.113.9', 404],
    [strict, here, '127.0.0.1', 404],
    [strict, bearer(TOKEN), '127.0.0.1', 200],
    [strict, bearer(TOKEN, 'console.example'), '127.0.0.1', 200],
  ] as const) {
    const { statusCode } = await app.inject({ url: '/metrics', headers, remoteAddress })
    expect([headers, remoteAddress, statusCode]).toEqual([headers, remoteAddress, status])
  }
  await strict.close()
})

test('D-66 metrics count requests by route and status, never by URL', async () => {
  const series = 'stampus_http_requests_total{method="GET",route="/api/merchants/:id",status="404"}'
  const before = (await read())[series] ?? 0
  for (const id of [991, 992, 993]) await server.app.inject(`/api/merchants/${id}`)
  await server.app.inject('/of/nobody?token=abc')
  const after = await read()
  expect(after[series]).toBe(before + 3)
  expect(Object.keys(after).filter((name) => /99[123]|nobody|abc/.test(name))).toEqual([])
  expect(after['stampus_http_request_seconds_count{route="/api/merchants/:id"}']).toBe(before + 3)
})

test('D-54 D-66 metrics show waiting receipts, jobs, mails, connections and work', async () => {
  await createSubmission(server.deps)
  server.travel(90_000)
  await server.sql(
    "INSERT INTO pgboss.job (name, policy, start_after) VALUES ('mail', 'short', now() + interval '1 day')",
  )
  const refusing = { ...server.deps.mailer, send: () => Promise.reject(new MailRejected('550 no')) }
  const mailer = countedMailer(refusing, server.deps.metrics)
  await expect(mailer.send({ to: 'a@campus.edu.my', subject: '', text: '', html: '' })).rejects.toThrow('550 no')
  const metrics = await read()
  expect(metrics.stampus_receipts_waiting).toBe(1)
  expect(metrics.stampus_receipts_oldest_wait_seconds).toBeGreaterThan(89)
  expect(metrics['stampus_jobs{queue="mail",state="later"}']).toBe(1)
  expect(metrics['stampus_jobs{queue="mail",state="waiting"}']).toBe(0)
  expect(metrics['stampus_mails_total{outcome="refused"}']).toBe(1)
  expect(metrics['stampus_work{kind="pictures",state="running"}']).toBe(0)
  expect(metrics['stampus_database_connections{state="open"}']).toBeGreaterThan(0)
  expect(metrics).toMatchObject({ stampus_database_up: 1, stampus_mails_undelivered: 0 })
})

test('D-66 metrics name the OCR engine and count its results by outcome', async () => {
  const { deps } = server
  const engine = detectEngine()
  const counted = (outcome: string) => `stampus_readings_total{engine="${engine}",outcome="${outcome}"}`
  expect(await read()).toMatchObject({ [`stampus_reading_engine{engine="${engine}"}`]: 1 })
  const outcomes = ['read', 'time', 'memory', 'broken', 'gone'] as const
  for (const outcome of outcomes) {
    const reader = countedReader(saying(outcome), engine, deps.metrics)
    await reader(Buffer.alloc(0)).catch(() => undefined)
  }
  const metrics = await read()
  expect(outcomes.map((outcome) => metrics[counted(outcome)])).toEqual([1, 1, 1, 1, undefined])
  await expect(deps.reader(Buffer.from('no picture'))).rejects.toThrow('broken')
  expect(await read()).toMatchObject({ [counted('broken')]: 2 })
  const off = await testApp({ RECEIPT_OCR: 'off' })
  const { body } = await off.app.inject({ url: '/metrics', headers: here }).finally(off.close)
  expect(body).not.toMatch(/^stampus_reading_engine\{/m)
})

function saying(outcome: 'read' | 'gone' | OcrError['reason']): ReceiptReader {
  return async () => {
    if (outcome === 'read') return createOcrResult()
    throw outcome === 'gone' ? new Cancelled('The sender has gone') : new OcrError(outcome)
  }
}

test('D-66 metrics that need no database are served while it is unreachable', async () => {
  const away = vi.spyOn(server.deps.db.pool, 'query').mockImplementation(() => Promise.reject(new Error('away')))
  const metrics = await read()
  away.mockRestore()
  expect(metrics.stampus_database_up).toBe(0)
  expect(Object.keys(metrics).filter((name) => /receipts|undelivered/.test(name))).toEqual([])
  expect(Object.keys(metrics).some((name) => name.startsWith('stampus_http_requests_total'))).toBe(true)
})
