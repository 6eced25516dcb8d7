import { expect, test } from 'vitest'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createOwner } from '../../../tests/support/api/counters.ts'
import {
  createSettlementDesk,
  createStall,
  issueMarch,
  startYear,
  travelToDay,
} from '../../../tests/support/api/statements.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { settlementMail } from './settlement.mail.ts'

const server = serverForTests()
checkedLedger(server)

const createManager = () => createSettlementDesk(server)
const issued = (...rewards: object[]) => issueMarch(server, rewards.length > 0 ? rewards : [{}])
/** The statuses of a call that is made twice at once. */
const twice = async (call: () => Promise<{ status: number }>) =>
  (await Promise.all([call(), call()])).map(({ status }) => status)

test('R-6.01 R-6.02 an owner disputes a line, a manager answers with an amount, the owner accepts, and it is paid; each step counts once', async () => {
  const { stall, vouchers, march, april, may, day, id, lineIds, ...by } = await issued({}, { owed_sen: 250 })
  const [manager, payer] = [by.one, by.two]
  const [lineId = 0, otherLineId = 0] = lineIds
  const { number } = vouchers[0] ?? {}
  const reason = 'We gave a large one.'
  expect((await stall.dispute(lineId, '  ')).errors).toHaveProperty('reason')
  expect((await payer.pay(id, ' ')).errors).toEqual({ reference: ['Enter the reference of the payment.'] })
  expect(await twice(() => stall.dispute(lineId, reason))).toEqual([201, 201])
  const again = { status: 409, message: 'This line is disputed already.' }
  expect(await stall.dispute(lineId, 'It was three.')).toMatchObject(again)
  const [dispute, ...others] = await manager.disputesOf(stall)
  expect(others).toEqual([])
  const line = { id: lineId, kind: 'used', number, amount_sen: 180 }
  expect(dispute).toMatchObject({ month: march, owner: 'Rosnah binti Ali', reason, voucher_id: vouchers[0]?.id, line })
  expect(await stall.accept(march)).toMatchObject({
    status: 409,
    message: 'A line of this statement is still disputed. Try again after it is answered.',
  })
  expect((await payer.pay(id)).status).toBe(409)
  const disputeId = dispute?.id ?? 0
  expect(await twice(() => manager.answerDispute(disputeId, 70))).toEqual([200, 200])
  const answered = { status: 409, message: 'This dispute was answered already.' }
  expect(await payer.answerDispute(disputeId, 180)).toMatchObject(answered)
  expect(await manager.answerDispute(999_999, 0)).toMatchObject({ status: 404 })
  const answer = 'You are right.'
  const { total_sen, open_disputes, rows } = (await stall.statement(march)).data
  const shown = { id: disputeId, reason, answer, adjusted_sen: 70 }
  expect([total_sen, open_disputes, rows[0]?.dispute]).toEqual([430, 0, shown])
  const adjustment = { kind: 'dispute', way: null, number, amount_sen: 70, reason: answer }
  expect((await stall.statement(april)).data).toMatchObject({ state: 'live', total_sen: 70, rows: [adjustment] })
  expect((await stall.accept(april)).status).toBe(404)
  expect(await twice(() => stall.accept(march))).toEqual([200, 200])
  const partner = await createStall(server, { owner: await createOwner(server.deps, stall) })
  const accepted = { status: 409, message: 'This statement was accepted already.' }
  expect(await partner.accept(march)).toMatchObject(accepted)
  const closed = 'This statement was accepted or paid, so its lines can’t be disputed any more.'
  expect(await stall.dispute(otherLineId, 'It was two.')).toMatchObject({ status: 409, message: closed })
  expect(await twice(() => payer.pay(id))).toEqual([200, 200])
  for (const repeat of [await manager.pay(id), await payer.pay(id, 'Another')])
    expect(repeat).toMatchObject({ status: 409, message: 'This statement was paid already.' })
  expect((await stall.statement(march)).data).toMatchObject({ state: 'paid', payment_reference: 'Maybank 4711' })
  const paid = { accepted_by: 'Rosnah binti Ali', next: null, payment_reference: 'Maybank 4711' }
  expect((await manager.show(stall, march)).data).toMatchObject(paid)
  const steps = ['issued', 'disputed', 'dispute_answered', 'accepted', 'paid']
  const entries = await findAuditEntries(server, 'statement', id)
  expect(entries.map(({ action }) => action)).toEqual(steps.map((step) => `statement.${step}`))
  // What a disputed adjustment adds is still a line about the voucher.
  travelToDay(server, day('05-02'))
  const later = await createManager()
  await later.issue(stall, april)
  await stall.dispute((await stall.statement(april)).data.rows[0]?.id ?? null, 'It was more.')
  await later.answerDispute((await later.disputesOf(stall))[0]?.id ?? 0, 30)
  const about = { kind: 'dispute', number, title: 'Kopi O', amount_sen: 30 }
  expect((await stall.statement(may)).data.rows).toEqual([expect.objectContaining(about)])
})

test('R-6.02 an answer may take something off; a statement that was paid without being accepted is closed', async () => {
  const { stall, one, two, march, april, id, lineIds } = await issued()
  await stall.dispute(lineIds[0] ?? 0, 'It was two.')
  await one.answerDispute((await one.disputesOf(stall))[0]?.id ?? 0, -180, 'It was none.')
  expect((await stall.statement(april)).data).toMatchObject({ total_sen: -180, lines: 1 })
  expect((await two.pay(id)).status).toBe(200)
  const paid = { status: 409, message: 'This statement was paid already.' }
  for (const late of [await stall.accept(march), await (await createManager()).pay(id)])
    expect(late).toMatchObject(paid)
})

test('R-6.02 a dispute and a payment at once: never is a disputed statement paid', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { stall, two, id, lineIds, march } = await issued()
    const [disputed, paid] = await Promise.all([stall.dispute(lineIds[0] ?? 0, 'It was two.'), two.pay(id)])
    const isDisputed = disputed.status === 201
    expect([disputed.status, paid.status].sort()).toEqual(isDisputed ? [201, 409] : [200, 409])
    const { state, open_disputes } = (await stall.statement(march)).data
    expect([state, open_disputes]).toEqual(isDisputed ? ['issued', 1] : ['paid', 0])
  }
})

test('R-6.02 no owner accepts a statement while a question of another owner waits, also when both act at once', async () => {
  const issuedToTwo = async () => {
    const { stall, lineIds, ...more } = await issued()
    const other = await createStall(server, { owner: await createOwner(server.deps, stall) })
    return { stall, dispute: () => other.dispute(lineIds[0] ?? 0, 'It was two.'), ...more }
  }
  for (let round = 0; round < 3; round += 1) {
    const { stall, dispute, march } = await issuedToTwo()
    const [disputed, accepted] = await Promise.all([dispute(), stall.accept(march)])
    const isDisputed = disputed.status === 201
    expect([disputed.status, accepted.status]).toEqual(isDisputed ? [201, 409] : [409, 200])
    const { state, open_disputes } = (await stall.statement(march)).data
    expect([state, open_disputes]).toEqual(isDisputed ? ['issued', 1] : ['accepted', 0])
  }
  const { stall, dispute, one, two, march, id } = await issuedToTwo()
  expect((await dispute()).status).toBe(201)
  expect((await stall.accept(march)).status).toBe(409)
  expect((await stall.statement(march)).data).toMatchObject({ state: 'issued', open_disputes: 1 })
  await one.answerDispute((await one.disputesOf(stall))[0]?.id ?? 0, 0, 'The till shows one.')
  expect((await stall.accept(march)).status).toBe(200)
  expect((await two.pay(id)).status).toBe(200)
})

test('R-6.02 an owner sees and disputes only statements of their own merchants', async () => {
  const { stall, march, lineIds } = await issued()
  const stranger = await createStall(server)
  const path = `/merchants/${stall.merchantId}/statements`
  for (const at of [path, `${path}/${march}`, `${path}/${march}/export`])
    expect([at, (await stranger.callAsOwner('GET', at)).status]).toEqual([at, 404])
  expect((await stranger.callAsOwner('POST', `${path}/${march}/acceptance`, {})).status).toBe(404)
  expect((await stranger.dispute(lineIds[0] ?? 0, 'Mine.')).status).toBe(404)
  expect((await stall.statement(march)).data.rows[0]?.dispute).toBeNull()
})

test('R-6.02 D-50 a manager does nothing with the money of their own merchant or voucher', async () => {
  const { stall, two, april, id, lineIds } = await issued()
  await stall.dispute(lineIds[0] ?? 0, 'It was two.')
  const disputeId = (await two.disputesOf(stall))[0]?.id ?? 0
  const other = await createStall(server)
  const voucher = await other.claim()
  const noted = other.note(voucher)
  await voucher.member.giveBack(voucher.id)
  await other.enterLate(noted)
  const lateId = (await two.lateOf(other))[0]?.id ?? 0
  const [own, another] = [await createManager(), await createManager()]
  for (const { merchantId } of [stall, other]) await own.join(merchantId)
  const refused = { status: 403, message: 'This is your own merchant. Another manager must do this.' }
  expect(await own.issue(stall, april)).toMatchObject(refused)
  const ownVoucher = await createManager()
  const address = 'INSERT INTO operator_addresses SELECT $1, email, email_key FROM users WHERE id = $2'
  await server.sql(address, [ownVoucher.id, voucher.member.id])
  const ownAccount = { status: 403, message: 'This is your own account. Another manager must do this.' }
  expect(await ownVoucher.answerLate(lateId, true)).toMatchObject(ownAccount)
  for (const act of [
    (by: typeof own) => by.answerDispute(disputeId, 70),
    (by: typeof own) => by.answerLate(lateId, true),
    (by: typeof own) => by.pay(id),
  ]) {
    expect(await act(own)).toMatchObject(refused)
    expect((await act(another)).status).toBe(200)
  }
})

/** Sends the waiting mails about statements and returns them. */
async function readMails() {
  const mails = catchMail(server)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'statement-issued' || kind === 'dispute-answered') await settlementMail(server.deps)[kind](id)
  return mails
}

test('R-6.02 the owners get a mail when a statement is issued, and who disputed a line when it is answered, in their language', async () => {
  const { year, march, day } = startYear(server)
  const stall = await createStall(server)
  const [second, former] = [await createOwner(server.deps, stall), await createOwner(server.deps, stall)]
  await server.sql("UPDATE staff SET language = 'ms' WHERE id = $1", [second.id])
  await stall.handOver()
  await stall.handOver({ owed_sen: 250 })
  travelToDay(server, day('04-02'))
  const manager = await createManager()
  await takeWaitingMail(server)
  await manager.issue(stall, march)
  await server.sql('DELETE FROM owner_merchants WHERE owner_id = $1', [former.id])
  const link = `http://stampus.test/counter/owner/shops/${stall.merchantId}/statements/${march}`
  const mails = await readMails()
  expect(mails).toHaveLength(2)
  for (const [to, subject, text, lang] of [
    [stall.owner.email, `Statement of Kopi Kita for March ${year}`, 'is ready: RM\u202f4.30 for 2 lines.', 'en'],
    [second.email, `Penyata Kopi Kita bagi Mac ${year}`, 'sudah sedia: RM\u202f4.30 untuk 2 baris.', 'ms'],
  ] as const) {
    const mail = mails.find((each) => each.to === to)
    expect(mail?.subject).toBe(subject)
    for (const part of [text, `${link}?lang=${lang}`]) expect(mail?.text).toContain(part)
  }
  await stall.dispute((await stall.statement(march)).data.rows[0]?.id ?? null, 'We gave a large one.')
  await manager.answerDispute((await manager.disputesOf(stall))[0]?.id ?? 0, 70)
  const answers = await readMails()
  expect(answers.map(({ to }) => to)).toEqual([stall.owner.email])
  const line = 'The next statement has a line of RM\u202f0.70 for it.'
  for (const text of ['You wrote: We gave a large one.', 'Our answer: You are right.', line])
    expect(answers[0]?.text).toContain(text)
  const { rows } = await server.sql('SELECT id FROM statement_mails WHERE owner_id = $1', [stall.owner.id])
  await server.sql(
    "INSERT INTO failed_mails (kind, subject_id, reason, tries, failed_at) VALUES ('statement-issued', $1, '550', 1, $2)",
    [rows[0]?.id, server.deps.now()],
  )
  const { data } = await manager.call<{ data: object[] }>('GET', '/undelivered-mail')
  expect(data).toMatchObject([{ kind: 'statement-issued', owner_id: stall.owner.id, email: stall.owner.email }])
})
