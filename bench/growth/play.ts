import { randomInt, randomUUID } from 'node:crypto'
import { currentSupplements } from '@stampus/contract/accounts'
import type { JobHandlers } from '../../server/platform/jobs/jobs.ts'
import { registerJobs } from '../../server/register-jobs.ts'
import { createOperatorSession } from '../../tests/support/api/accounts.ts'
import { counterCode, voucherCode } from '../../tests/support/api/codes.ts'
import {
  createOwner,
  createOwnerSession,
  createWorkingPhone,
  type TestOwner,
} from '../../tests/support/api/counters.ts'
import { createOcrResult, mockOcr, runOcrJob } from '../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission, receiptFields, receiptForm } from '../../tests/support/api/submissions.ts'
import type { TestApp } from '../../tests/support/server/app.ts'
import { bearerOf, emailOf, fixedMember, heavyMember, password } from '../seed-database.ts'
import reads from './reads.json' with { type: 'json' }

type Call = <A = { data: { id: number } }>(line: string, payload?: object, more?: Record<string, string>) => Promise<A>
type Play = {
  server: TestApp
  call(headers: Record<string, string>, base?: string): Call
  ids: Ids
  owner: TestOwner
  phone: Awaited<ReturnType<typeof createWorkingPhone>>
}
/** The ids of a member's submissions that fit a condition, the newest first. */
type Ids = (userId: number, where: string) => Promise<number[]>

/** What happens around each call, such as noting which one sends the statements. */
type Around = <Answer>(line: string, answer: () => Promise<Answer>) => Promise<Answer>

const callOn =
  (server: TestApp, around: Around): Play['call'] =>
  (headers, base = '/api') =>
  async (line, payload, more = {}) => {
    const [method = '', url = ''] = line.split(' ')
    const form = payload instanceof FormData ? new Response(payload) : undefined
    const type = form?.headers.get('content-type')
    const body = payload && { payload: form ? Buffer.from(await form.arrayBuffer()) : payload }
    const answer = await around(`${method} ${base.slice(4)}${url}`, async () =>
      server.app.inject({
        method: method as 'GET',
        url: `${base}${url}`,
        headers: { 'sec-fetch-site': 'same-origin', ...headers, ...more, ...(type && { 'content-type': type }) },
        ...body,
      }),
    )
    if (answer.statusCode >= 400) throw new Error(`${line} was answered with ${answer.statusCode}: ${answer.body}`)
    return JSON.parse(String(answer.headers['content-type']).includes('json') ? answer.body : 'null')
  }

/** Makes the calls that members, counters, reviewers and managers make often, on a database with history. */
export async function playCalls(server: TestApp, around: Around = (_, answer) => answer()): Promise<void> {
  const call = callOn(server, around)
  const ids: Ids = async (userId, where) => {
    const text = `SELECT id FROM submissions s WHERE user_id = $1 AND ${where} ORDER BY id DESC LIMIT 3`
    return (await server.deps.db.pool.query<{ id: number }>({ text, values: [userId] })).rows.map(({ id }) => id)
  }
  const owner = await createOwner(server.deps, { merchantId: 2 })
  const play = { server, call, ids, owner, phone: await createWorkingPhone(server.deps, { owner }) }
  for (const id of [heavyMember, fixedMember]) {
    await readAsMember(play, id)
    await sendReceipts(play, id)
    await spendStamps(play, id)
    await writeToSupport(play, id)
  }
  await review(play)
  await manage(play)
}

/** Makes the calls that read much, and some that are made once a month; then each part of the clean-up. */
export async function playRareCalls(server: TestApp, around: Around): Promise<void> {
  const { deps } = server
  const call = callOn(server, around)
  const ask = call(await createOperatorSession(deps, { id: MANAGER }), '/api/console')
  for (const path of reads.rare) await ask(`GET ${path}`)
  const { data: months } = await ask<Statements>(`GET /statements?merchant_id=${BUSY_MERCHANT}`)
  const of = `/merchants/${BUSY_MERCHANT}/statements/${months.find(({ next }) => next === 'issue')?.month}`
  const { data } = await ask<Statement>(`GET ${of}`)
  await ask(`POST ${of}/issue`, { lines: data.lines, total_sen: data.total_sen })
  await ask(`GET /statements/export?merchant_id=${BUSY_MERCHANT}`)
  for (const id of [heavyMember, fixedMember]) {
    const { data: file } = await call(bearerOf(id))<{ data: { url: string } }>('POST /user/data-export', {})
    await call({}, '')(`GET ${file.url.replace(/^https?:\/\/[^/]*/, '')}`)
  }
  const start = async ({ cleanUp }: JobHandlers) => {
    for (const [part, clean] of Object.entries(cleanUp)) await around(`clean-up: ${part}`, clean)
  }
  await registerJobs({ ...deps, jobs: { ...deps.jobs, start } })
}
/** One of the 59 whose rewards are claimed. */
const BUSY_MERCHANT = 5
type Statements = { data: { month: string; next: string }[] }
type Statement = { data: { lines: number; total_sen: number } }

/** Waits for a call that must be refused, because it then reads other statements. */
async function isRefused(call: Promise<unknown>): Promise<void> {
  const [{ status }] = await Promise.allSettled([call])
  if (status === 'fulfilled') throw new Error('A call was not refused')
}

const kinds = {
  corrected: 's.corrects IS NOT NULL',
  wasCorrected: 's.id IN (SELECT corrects FROM submissions)',
  reversed: 's.id IN (SELECT submission_id FROM reversals)',
  appealed: 's.id IN (SELECT submission_id FROM appeals)',
  changed: 's.id IN (SELECT submission_id FROM fact_corrections)',
}

async function readAsMember({ call, ids }: Play, member: number): Promise<void> {
  const ask = call(bearerOf(member))
  await ask('POST /login', { email: emailOf(member), password })
  for (const path of reads.member) await ask(`GET ${path}`)
  for (const where of Object.values(kinds))
    for (const id of await ids(member, where)) await ask(`GET /submissions/${id}`)
}

/** Leaves two receipts waiting that were read. */
async function sendReceipts({ server, call, ids }: Play, member: number): Promise<void> {
  const { deps } = server
  const ask = call(bearerOf(member))
  const [rejected = 0, other = 0] = await ids(
    member,
    `status = 'rejected' AND NOT EXISTS (SELECT FROM submissions c WHERE c.corrects = s.id)
     AND NOT EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id)`,
  )
  const numbers = () => ['0118', ...Array.from({ length: 4 }, () => String(randomInt(1e9, 1e10)))].toSorted()
  const read = (id: number) => runOcrJob(deps, id, createOcrResult({ totalSen: 2500, numbers: numbers() }))
  for (const corrects of [{}, { corrects: rejected }]) {
    const picture = { bytes: await createRandomPhoto() }
    mockOcr(server, createOcrResult({ totalSen: 2500, invoice: '7', merchant: 'Kedai', numbers: numbers() }))
    await ask('POST /readings', receiptForm({}, picture))
    const form = receiptForm({ ...receiptFields(deps, 18), ...corrects }, picture)
    const key = { 'idempotency-key': randomUUID() }
    const { data } = await ask<Sent>('POST /submissions', form, key)
    await read(data.id)
    await call({}, '')(`GET ${data.receipt_image_url}`)
    await ask('POST /submissions', form, key)
    await isRefused(ask('POST /submissions', form, { 'idempotency-key': randomUUID() }))
  }
  await ask(`POST /submissions/${other}/appeal`, { message: 'The date is on the second page.' })
  const { id } = await createSubmission(deps, { userId: member, merchantId: 18 })
  await ask(`POST /submissions/${id}/withdrawal`)
  for (let at = 0; at < 2; at += 1) await read((await createSubmission(deps, { userId: member, merchantId: 18 })).id)
}

type Sent = { data: { id: number; receipt_image_url: string } }

async function spendStamps({ server, call, owner, phone }: Play, member: number): Promise<void> {
  const { deps, travel } = server
  const ask = call(bearerOf(member))
  await ask('POST /consents', currentSupplements)
  const claim = async () => {
    const { data } = await ask<Voucher>('POST /rewards/1/vouchers', { version: 1 }, { 'idempotency-key': randomUUID() })
    await ask(`GET /vouchers/${data.id}`)
    const { data: opened } = await ask<{ data: { key: string } }>(`POST /vouchers/${data.id}/key`)
    return { ...data, code: () => voucherCode(opened.key, deps.now().getTime()) }
  }
  await ask(`POST /vouchers/${(await claim()).id}/return`)
  const desk = call(await createOperatorSession(deps, { id: MANAGER }), '/api/console')
  const atDesk = await claim()
  await desk('POST /vouchers/check', { number: atDesk.number, code: atDesk.code() })
  await desk(`POST /vouchers/${atDesk.id}/hand-over`, { request_id: randomUUID() })
  await desk(`POST /vouchers/${atDesk.id}/take-back`)
  await desk(`POST /vouchers/${atDesk.id}/void`, { state: 'ready', reason: 'Asked for.', stamps_back: true })
  const till = call(phone.headers, '/api/counter')
  const atTill = await claim()
  await till('GET /phone')
  await till('POST /vouchers/check', { number: atTill.number, code: atTill.code() })
  await till(`POST /vouchers/${atTill.id}/hand-over`, {}, { 'idempotency-key': randomUUID() })
  await till(`POST /vouchers/${atTill.id}/take-back`)
  const [offline, late] = [await claim(), await claim()]
  await ask(`POST /vouchers/${offline.id}/counter-code`, { code: counterCode(phone, offline.number, deps.now()) })
  const noted = { code: late.code(), noted_at: new Date(deps.now().getTime() - 1).toISOString() }
  travel(61_000)
  await till('POST /late-hand-overs', { number: late.number, ...noted }, { 'idempotency-key': randomUUID() })
  await till('GET /hand-overs')
  const home = call(await createOwnerSession(deps, owner), '/api/counter/owner')
  for (const path of reads.owner) await home(`GET ${path}`)
}
type Voucher = { data: { id: number; number: string } }

async function writeToSupport({ server, call, ids }: Play, member: number): Promise<void> {
  const ask = call(bearerOf(member))
  const key = () => ({ 'idempotency-key': randomUUID() })
  const [submission = 0] = await ids(member, 'NOT EXISTS (SELECT FROM cases c WHERE c.submission_id = s.id)')
  const { data: vouchers } = await ask<{ data: { id: number }[] }>('GET /vouchers')
  const manager = call(await createOperatorSession(server.deps, { id: MANAGER }), '/api/console')
  for (const [subject, object_kind, object_id] of [
    ['receipt', 'submission', submission],
    ['reward', 'voucher', vouchers[0]?.id],
    ['reward', 'reward', 1],
    ['shop', 'merchant', 2],
    ['account'],
  ]) {
    const about = { subject, ...(object_kind && { object_kind, object_id }) }
    const { data } = await ask('POST /contact/cases', { ...about, message: 'Where are my stamps?' }, key())
    await isRefused(ask('POST /contact/cases', { ...about, message: 'And my card?' }, key()))
    await ask(`POST /contact/cases/${data.id}/messages`, { message: 'And my card?' }, key())
    const { data: shown } = await manager<Versioned>(`GET /cases/${data.id}`)
    await manager(`POST /cases/${data.id}/answers`, { text: 'Here.', version: shown.version }, key())
    await ask(`GET /contact/cases/${data.id}`)
    await manager(`PUT /cases/${data.id}/closing`, { version: shown.version + 1 })
  }
}
type Versioned = { data: { version: number } }

const REVIEWER = 1
const MANAGER = 2
const OTHER = 3

async function review({ server, call, ids }: Play): Promise<void> {
  const { deps, travel } = server
  const desk = async (id: number) => call(await createOperatorSession(deps, { id }), '/api/console')
  const [ask, other] = [await desk(REVIEWER), await desk(OTHER)]
  for (const path of reads.reviewer) await ask(`GET ${path}`)
  const { data: first } = await ask('POST /leases', {})
  await ask('POST /leases', { skip_id: first.id })
  for (const where of Object.values(kinds))
    for (const id of await ids(heavyMember, where)) {
      await ask(`GET /submissions/${id}`)
      await ask(`GET /submissions/${id}/history`)
    }
  for (const member of [heavyMember, fixedMember]) {
    const [one, two, three] = await ids(member, `status = 'pending' AND created_at > now() - interval '1 hour'`)
    await ask(`PUT /submissions/${one}/lease`)
    await ask(`DELETE /submissions/${one}/lease`)
    await ask(`POST /submissions/${one}/decision`, { status: 'approved', then_take: true })
    await ask(`DELETE /submissions/${one}/decision`)
    const corrections = { purchase_amount: '20.00', merchant_id: 19, invoice_number: String(randomInt(1e9)) }
    await ask(`POST /submissions/${one}/decision`, { status: 'approved', corrections })
    await ask(`POST /submissions/${two}/decision`, { status: 'rejected', reason: 'Too dark', then_take: true })
    await ask(`POST /submissions/${three}/escalation`, { note: 'Is this the same shop?' })
    await ask(`DELETE /submissions/${three}/escalation`)
    const large = await createSubmission(deps, { userId: member, merchantId: 20, amountSen: 9_000_000 })
    const { data } = await ask<Asked>(`POST /submissions/${large.id}/decision`, { status: 'approved' })
    await other(`GET /confirmations`)
    await other(`POST /confirmations/${data.confirmation.id}/confirmation`, { approved_alike: [] })
    travel(11_000)
  }
  const offered = await ask<Offered>('GET /bulk')
  travel(60_000)
  const bulk = { ids: offered.data.map(({ id }) => id), offer: offered.offer }
  await ask('POST /bulk', bulk)
  await ask('POST /bulk/undo', { ids: bulk.ids })
  travel(11_000)
  for (const verdict of [{ status: 'approved' }, { status: 'rejected', reason_code: 'unreadable' }]) {
    const { data: check } = await other('POST /checks', {})
    await other(`POST /checks/${check.id}/verdict`, verdict)
    await other(`DELETE /checks/${check.id}/verdict`)
    await other(`POST /checks/${check.id}/verdict`, verdict)
    travel(11_000)
  }
}
type Asked = { data: { confirmation: { id: number } } }
type Offered = { data: { id: number }[]; offer: string }

async function manage({ server, call, ids }: Play): Promise<void> {
  const ask = call(await createOperatorSession(server.deps, { id: MANAGER }), '/api/console')
  for (const path of reads.manager) await ask(`GET ${path}`)
  const { data: appeals } = await ask<{ data: { id: number }[] }>('GET /appeals')
  for (const [at, outcome] of ['kept', 'reopened'].entries())
    await ask(`POST /appeals/${appeals[at]?.id}/answer`, { outcome, answer: 'We have looked again.' })
  const { data: disagreements } = await ask<{ data: { id: number }[] }>('GET /disagreements')
  await ask(`POST /disagreements/${disagreements[0]?.id}/closure`, {
    outcome: 'decision_kept',
    note: 'Both read it.',
  })
  const approved = await ids(heavyMember, `status = 'approved' AND decided_at < now() - interval '1 day'`)
  for (const [at, status] of ['rejected', 'pending'].entries()) {
    const { data } = await ask<History>(`GET /submissions/${approved[at]}/history`)
    const decision_id = data.decisions.find(({ taken_back }) => !taken_back)?.id
    await ask(`POST /submissions/${approved[at]}/reversal`, { decision_id, status, reason: 'It was sent twice.' })
  }
  const adjustment = { stamps: 3, reason: 'A printing error.', request_id: randomUUID() }
  await ask('POST /members/2/stamp-adjustments', adjustment)
}
type History = { data: { decisions: { id: number; taken_back: unknown }[] } }
