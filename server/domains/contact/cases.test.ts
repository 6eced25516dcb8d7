import { randomUUID } from 'node:crypto'
import {
  CASE_MESSAGE_MAX,
  CASE_MESSAGES_PER_HOUR,
  CASE_MESSAGES_WAITING_MAX,
  CASES_PER_DAY,
  CASES_WAITING_MAX,
} from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { addDays, dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { createOperator, createSignedInMember, type TestOperator } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { post } from '../../../tests/support/api/calls.ts'
import { type CaseReply, casesAt, casesOf } from '../../../tests/support/api/contact.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { connectDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { unzip } from '../../../tests/support/server/zip.ts'

const server = serverForTests()
const people = actorsOf(server)
let operator: TestOperator
beforeAll(async () => {
  operator = await createOperator(server.deps, { role: 'manager', name: 'Tan Mei Fong' })
})

const HOUR_MS = 3_600_000

/** The desk of the manager, with a new session: those of yesterday have ended. */
const atDesk = async () => casesAt(await connectDesk(server, operator))

/** A new member and their calls. */
async function newMember() {
  const member = await createSignedInMember(server.deps)
  return { member, cases: casesOf(server, member) }
}

/** Opens a case about a new shop. */
async function openAboutShop(cases: ReturnType<typeof casesOf>) {
  const { id } = await createMerchant(server.deps)
  return cases.open({ subject: 'shop', object_kind: 'merchant', object_id: id })
}

test('R-7.01 a member asks about a receipt, a voucher, a reward, a shop, the account and the data, and sees the cases', async () => {
  const member = await people.member({ stamps: 5 })
  const cases = casesOf(server, member)
  const shop = await createMerchant(server.deps, { name: 'Kopi Kita' })
  const date = dayIn(server.deps.config.TIME_ZONE, server.deps.now())
  const sent = { userId: member.id, merchantId: shop.id, amountSen: 1250, date }
  const receipt = await createSubmission(server.deps, sent)
  const reward = await createReward(server.deps, { title: 'Kopi O', title_ms: 'Kopi O panas' })
  const { data: voucher } = await member.claim(reward)
  const nothing = { purchase_date: null, purchase_amount: null, number: null }
  const facts = { purchase_date: date, purchase_amount: '12.50', number: null }
  const names = { name: 'Kopi O', name_ms: 'Kopi O panas' }
  const objects = [
    ['receipt', { kind: 'submission', id: receipt.id, name: 'Kopi Kita', ...facts }],
    ['reward', { kind: 'voucher', id: voucher.id, ...names, ...nothing, number: voucher.number }],
    ['reward', { kind: 'reward', id: reward.id, ...names, ...nothing }],
    ['shop', { kind: 'merchant', id: shop.id, name: 'Kopi Kita', ...nothing }],
  ] as const
  for (const [subject, object] of objects) {
    const about = { subject, object_kind: object.kind, object_id: object.id }
    const opened = await cases.open({ ...about, message: ' What  now?\n<b>!' })
    expect(opened).toMatchObject({ status: 201, data: { subject, object, state: 'open' } })
    expect(opened.data.messages).toEqual([
      { id: expect.any(Number), from: 'member', text: 'What  now?\n<b>!', created_at: server.deps.now().toISOString() },
    ])
    const choices = await cases.call<{ data: object[] }>('GET', `/choices?subject=${subject}`)
    expect(choices.data).toContainEqual(object)
  }
  expect(await cases.open({ subject: 'data' })).toMatchObject({ status: 201, data: { subject: 'data', object: null } })
  expect((await cases.list()).map(({ subject }) => subject)).toEqual(['data', 'shop', 'reward', 'reward', 'receipt'])
  expect((await cases.call<{ data: object[] }>('GET', '/choices?subject=data')).data).toEqual([])
})

test('R-7.01 another member finds neither the case nor the things behind it, and nobody a reward that is a draft or has not begun', async () => {
  const [{ member, cases }, other] = [await newMember(), await newMember()]
  const receipt = await createSubmission(server.deps, { userId: member.id })
  const about = { subject: 'receipt', object_kind: 'submission' } as const
  const { data } = await cases.open({ ...about, object_id: receipt.id })
  for (const { status } of [await other.cases.show(data.id), await other.cases.write(data.id, 'Hello?')])
    expect(status).toBe(404)
  expect(await other.cases.list()).toEqual([])
  const choices = async (subject: string) =>
    (await other.cases.call<{ data: { name: string }[] }>('GET', `/choices?subject=${subject}`)).data
  expect(await choices('receipt')).toEqual([])
  const unknown = { status: 422, errors: { object_id: [texts.caseObjectUnknown] } }
  for (const object_id of [receipt.id, 999_999_999])
    expect(await other.cases.open({ ...about, object_id })).toMatchObject(unknown)
  const tomorrow = addDays(dayIn(server.deps.config.TIME_ZONE, server.deps.now()), 1)
  const [draft, planned] = [
    await createReward(server.deps),
    await createReward(server.deps, { title: 'Surprise', start_date: tomorrow }),
  ]
  await server.sql("UPDATE rewards SET state = 'draft' WHERE id = $1", [draft.id])
  const ask = (object_id: number) => cases.open({ subject: 'reward', object_kind: 'reward', object_id })
  for (const { id } of [draft, planned]) expect(await ask(id)).toMatchObject(unknown)
  expect((await choices('reward')).map(({ name }) => name)).not.toContain('Surprise')
  server.travel(24 * HOUR_MS)
  expect((await choices('reward')).map(({ name }) => name)).toContain('Surprise')
  expect((await ask(planned.id)).status).toBe(201)
  expect((await cases.show(data.id)).data.messages).toHaveLength(1)
})

test('R-7.01 a case needs a subject, a message of a permitted length, and a thing that fits the subject', async () => {
  const { cases } = await newMember()
  const shop = await createMerchant(server.deps)
  expect((await cases.open({ subject: 'weather' })).errors).toEqual({ subject: [texts.caseSubjectRequired] })
  expect((await cases.open({ message: ' \u200b ' })).errors).toEqual({ message: [texts.caseMessageRequired] })
  expect((await cases.open({ message: 'a'.repeat(CASE_MESSAGE_MAX + 1) })).status).toBe(422)
  const misfit = { subject: 'account', object_kind: 'merchant', object_id: shop.id } as const
  expect((await cases.open(misfit)).errors).toEqual({ object_id: [texts.invalidChoice] })
  expect((await cases.open({ subject: 'shop', object_id: shop.id })).status).toBe(422)
  expect((await cases.open({ message: 'a'.repeat(CASE_MESSAGE_MAX) })).status).toBe(201)
})

test('R-7.01 a double click and a repeat after a lost answer open one case and write one message', async () => {
  const { cases } = await newMember()
  const [key, again] = [randomUUID(), randomUUID()]
  const both = await Promise.all([cases.open({}, key), cases.open({}, key)])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(new Set(both.map(({ data }) => data.id)).size).toBe(1)
  const id = both[0].data.id
  const reused = { status: 422, errors: { idempotency_key: [texts.keyReused] } }
  for (const changed of [{ message: 'Something else' }, { subject: 'data' }])
    expect(await cases.open(changed, key)).toMatchObject(reused)
  await Promise.all([cases.write(id, 'Hello?', again), cases.write(id, 'Hello?', again)])
  expect((await cases.show(id)).data.messages.map(({ text }) => text)).toEqual(['Where is my card?', 'Hello?'])
  expect(await cases.write(id, 'Hello!', again)).toMatchObject(reused)
  expect(await cases.open({ subject: 'data', message: 'Hello?' }, again)).toMatchObject(reused)
  const { id: other } = (await cases.open({ subject: 'data' })).data
  expect(await cases.write(other, 'Hello?', again)).toMatchObject(reused)
  // Another member's same key is another request.
  expect((await (await newMember()).cases.open({}, key)).status).toBe(201)
})

test('R-7.02 a member has one case about a thing that is not closed; a second one leads to it', async () => {
  const { cases } = await newMember()
  const [shop, other] = [await createMerchant(server.deps), await createMerchant(server.deps)]
  const about = (object_id?: number) =>
    cases.open({ subject: 'shop', ...(object_id && { object_kind: 'merchant' as const, object_id }) })
  const raced = await Promise.all([1, 2, 3, 4, 5].map(() => about(shop.id)))
  expect(raced.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  const id = raced.find(({ status }) => status === 201)?.data.id
  for (const { status, message, case_id } of raced)
    if (status === 409) expect({ message, case_id }).toEqual({ message: texts.caseOpenAlready, case_id: id })
  expect((await about(other.id)).status).toBe(201)
  expect((await about()).status).toBe(201)
  expect((await about()).status).toBe(409)
  await (await atDesk()).answer(id ?? 0, 'Closed on Fridays.')
  expect((await about(shop.id)).case_id).toBe(id)
  await (await atDesk()).close(id ?? 0)
  expect((await about(shop.id)).status).toBe(201)
})

test('R-7.01 R-7.02 writing again reopens an answered case, and a closed one takes no message', async () => {
  const { cases } = await newMember()
  const { id } = (await cases.open()).data
  const at = await atDesk()
  expect(await cases.write(id, 'Are you there?')).toMatchObject({ status: 201, data: { state: 'open' } })
  expect((await at.answer(id, 'In your letter box.')).status).toBe(201)
  expect((await cases.show(id)).data).toMatchObject({
    state: 'answered',
    messages: [{ from: 'member' }, { from: 'member' }, { from: 'answer', text: 'In your letter box.' }],
  })
  server.travel(60_000)
  const reopened = await cases.write(id, 'It is empty.')
  expect(reopened.data).toMatchObject({ state: 'reopened', updated_at: server.deps.now().toISOString() })
  expect(JSON.stringify(reopened)).not.toContain('Tan Mei Fong')
  expect((await at.show(id)).waiting_since).toBe(server.deps.now().toISOString())
  await at.close(id)
  expect(await cases.write(id, 'And now?')).toMatchObject({ status: 409, message: texts.caseClosed })
  expect((await cases.show(id)).data).toMatchObject({ state: 'closed' })
})

test('R-7.01 the time to an answer is the median of the last 30 days, and unknown without answers', async () => {
  await server.sql('UPDATE case_messages SET waited_since = NULL')
  const median = async () => (await newMember()).cases.medianSeconds()
  expect(await median()).toBeNull()
  for (const hours of [1, 2, 30]) {
    const { id } = (await (await newMember()).cases.open()).data
    server.travel(hours * HOUR_MS)
    // A second answer in a row is not one that somebody waited for.
    for (const text of ['Yes.', 'And yes.']) await (await atDesk()).answer(id, text)
  }
  expect(await median()).toBe(7200)
  server.travel(31 * 24 * HOUR_MS)
  expect(await median()).toBeNull()
})

test('R-7.01 a member may open only so many cases a day; what was refused or repeated does not count', async () => {
  const { cases } = await newMember()
  const desk = await atDesk()
  const [first, firstKey] = [{ subject: 'data', message: 'Which data?' }, randomUUID()]
  for (let tries = 0; tries < CASES_PER_DAY; tries += 1) {
    expect((await cases.open(first, firstKey)).status).toBe(201)
    expect((await cases.open(first)).status).toBe(409)
  }
  for (let sent = 1; sent < CASES_PER_DAY; sent += 1) {
    const { status, data } = await openAboutShop(cases)
    expect(status).toBe(201)
    await desk.answer(data.id, 'Yes.')
  }
  expect((await openAboutShop(cases)).status).toBe(429)
  expect((await cases.list()).length).toBe(CASES_PER_DAY)
  // The answer to the first one may have been lost, and a conversation that is open already is found at the limit too.
  expect((await cases.open(first, firstKey)).status).toBe(201)
  expect((await cases.open(first)).case_id).toBeDefined()
  server.travel(25 * HOUR_MS)
  expect((await cases.open()).status).toBe(201)
})

test('R-7.01 only so many cases of a member wait for an answer at a time', async () => {
  const { cases } = await newMember()
  const open = () => openAboutShop(cases)
  const all: CaseReply[] = []
  for (let sent = 0; sent < CASES_WAITING_MAX; sent += 1) all.push(await open())
  expect(all.map(({ status }) => status)).toEqual(Array(CASES_WAITING_MAX).fill(201))
  server.travel(25 * HOUR_MS)
  const refused = await open()
  const message = 'You already have 10 conversations that wait for an answer. Please wait until we have answered one.'
  expect(refused).toMatchObject({ status: 409, message })
  expect(refused).not.toHaveProperty('case_id')
  await (await atDesk()).answer(all[0]?.data.id ?? 0, 'Yes.')
  expect((await Promise.all([open(), open()])).map(({ status }) => status).sort()).toEqual([201, 409])
})

test('R-7.01 a member may write only so many messages an hour, and in a case before they get an answer; what was repeated does not count', async () => {
  const { cases } = await newMember()
  const { id } = (await cases.open()).data
  const key = randomUUID()
  for (let tries = 0; tries <= CASE_MESSAGES_PER_HOUR; tries += 1)
    expect((await cases.write(id, 'The first', key)).status).toBe(201)
  for (let sent = 2; sent < CASE_MESSAGES_WAITING_MAX; sent += 1) {
    const write = () => cases.write(id, `${sent}`)
    if (sent % CASE_MESSAGES_PER_HOUR === 1) {
      expect((await write()).status).toBe(429)
      expect((await cases.write(id, 'The first', key)).status).toBe(201)
      server.travel(HOUR_MS)
    }
    expect((await write()).status).toBe(201)
  }
  expect((await cases.show(id)).data.messages).toHaveLength(CASE_MESSAGES_WAITING_MAX)
  server.travel(HOUR_MS)
  expect(await cases.write(id, 'One more')).toMatchObject({ status: 409, message: texts.caseWaitsForAnswer })
  await (await atDesk()).answer(id, 'We are looking for it.')
  expect((await cases.write(id, 'Thank you.')).status).toBe(201)
})

test('R-7.01 D-91 the export has the cases with both sides, and deleting the account closes them without their texts and, after two hours, their counts', async () => {
  const { member, cases } = await newMember()
  const { id } = (await cases.open({ message: 'My neighbour saw me.' })).data
  await (await atDesk()).answer(id, 'Then all is well.')
  const { id: waiting } = (await cases.open({ subject: 'data', message: 'Which data?' })).data
  const { body } = await post(server, '/user/data-export', {}, { headers: member.headers })
  const files = await unzip((await server.app.inject({ url: String(body.data?.url) })).rawPayload)
  const data = String(files.get('data.json'))
  expect(data).not.toContain('Tan Mei Fong')
  const at = expect.stringMatching(/Z$/)
  const messages = [
    { from: 'you', text: 'My neighbour saw me.', idempotency_key: expect.any(String), at },
    { from: 'us', text: 'Then all is well.', idempotency_key: null, at },
  ]
  const about = { submission_id: null, voucher_id: null, reward: null, merchant: null, opened_at: at }
  expect(JSON.parse(data).cases).toEqual([
    { ...about, id, subject: 'account', state: 'answered', messages },
    { ...about, id: waiting, subject: 'data', state: 'open', messages: [{ ...messages[0], text: 'Which data?' }] },
  ])
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const counted = "SELECT key FROM rate_counters WHERE key LIKE 'case%:' || $1 AND expires_at > $2"
  const later = new Date(server.deps.now().getTime() + 2 * HOUR_MS)
  expect((await server.sql(counted, [member.id, later])).rows).toEqual([])
  for (const shown of [await (await atDesk()).show(id), await (await atDesk()).show(waiting)]) {
    expect(shown).toMatchObject({ state: 'closed', member: null, due_at: null })
    expect(shown.messages.every(({ text }) => text === '')).toBe(true)
  }
  const kept = "SELECT FROM case_messages WHERE message LIKE '%neighbour%' OR message LIKE '%all is well%'"
  expect((await server.sql(kept)).rows).toEqual([])
})
