import { afterEach, expect, test } from 'vitest'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createOwner } from '../../../tests/support/api/counters.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createSettlementDesk, createStall, type Stall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'
import { settlementMail } from './settlement.mail.ts'
import { findSettlementErrors } from './settlement-check.store.ts'

const server = serverForTests()
afterEach(async () => {
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
  expect(await findSettlementErrors(server.deps.db.pool)).toEqual([])
})

let year = 2027
type Manager = Awaited<ReturnType<typeof createSettlementDesk>>

/** A stall whose statement of March, with two hand-overs, was issued on 2 April. */
async function issued(given: { stall?: Stall } = {}) {
  year += 1
  const [march, april] = [`${year}-03`, `${year}-04`]
  travelToDay(server, `${year}-03-10`)
  const stall = given.stall ?? (await createStall(server))
  const voucher = await stall.handOver()
  await stall.handOver({ owed_sen: 250 })
  travelToDay(server, `${year}-04-02`)
  const manager = { ...(await createSettlementDesk(server)), pay: (await createSettlementDesk(server)).pay }
  await manager.issue(stall, march)
  const { rows } = (await stall.statement(march)).data
  const { id } = (await manager.show(stall, march)).data
  return { stall, manager, voucher, march, april, id, lineId: rows[0]?.id ?? null, otherLineId: rows[1]?.id ?? null }
}

const openDispute = async (manager: Manager, { merchantId }: Stall) =>
  (await manager.open()).disputes.find(({ merchant }) => merchant.id === merchantId)

const actionsOf = async (id: number | null) =>
  (await findAuditEntries(server, 'statement', Number(id))).map(({ action }) => action)

test('R-6.02 an owner disputes a line, a manager answers with an amount, the owner accepts, and it is marked as paid', async () => {
  const { stall, manager, voucher, march, april, id, lineId } = await issued()
  expect(await stall.dispute(lineId, 'We gave a large one.')).toMatchObject({
    status: 201,
    message: 'Sent. The office answers here.',
  })
  const dispute = await openDispute(manager, stall)
  expect(dispute).toMatchObject({
    month: march,
    owner: 'Rosnah binti Ali',
    reason: 'We gave a large one.',
    voucher_id: voucher.id,
    line: { id: lineId, kind: 'used', number: voucher.number, amount_sen: 180 },
  })
  expect(await stall.accept(march)).toMatchObject({
    status: 409,
    message: 'A line of this statement is still disputed. Try again after it is answered.',
  })
  expect((await manager.pay(id)).status).toBe(409)
  expect(await manager.answerDispute(dispute?.id ?? 0, 70)).toMatchObject({
    status: 200,
    message: 'Your answer was sent.',
  })
  const answered = (await stall.statement(march)).data
  expect([answered.total_sen, answered.open_disputes, answered.rows[0]?.dispute]).toEqual([
    430,
    0,
    { id: dispute?.id, reason: 'We gave a large one.', answer: 'You are right.', adjusted_sen: 70 },
  ])
  const adjustment = { kind: 'dispute', way: null, number: voucher.number, amount_sen: 70, reason: 'You are right.' }
  expect((await stall.statement(april)).data).toMatchObject({ state: 'live', total_sen: 70, rows: [adjustment] })
  expect(await stall.accept(march)).toMatchObject({ status: 200, message: 'You have accepted this statement.' })
  expect(await manager.pay(id)).toMatchObject({ status: 200, message: 'The statement is marked as paid.' })
  expect((await stall.statement(march)).data).toMatchObject({ state: 'paid', payment_reference: 'Maybank 4711' })
  expect((await manager.show(stall, march)).data).toMatchObject({
    accepted_by: 'Rosnah binti Ali',
    next: null,
    payment_reference: 'Maybank 4711',
  })
  expect(await actionsOf(id)).toEqual([
    'statement.issued',
    'statement.disputed',
    'statement.dispute_answered',
    'statement.accepted',
    'statement.paid',
  ])
})

test('R-6.02 every step may be sent twice, and counts once', async () => {
  const { stall, manager, march, april, id, lineId } = await issued()
  const dispute = () => stall.dispute(lineId, 'It was two.')
  expect((await Promise.all([dispute(), dispute()])).map(({ status }) => status)).toEqual([201, 201])
  expect(await stall.dispute(lineId, 'It was three.')).toMatchObject({
    status: 409,
    message: 'This line is disputed already.',
  })
  const open = await openDispute(manager, stall)
  const answer = () => manager.answerDispute(open?.id ?? 0, -180, 'It was none.')
  expect((await Promise.all([answer(), answer()])).map(({ status }) => status)).toEqual([200, 200])
  expect((await stall.statement(april)).data).toMatchObject({ total_sen: -180, lines: 1 })
  const accept = () => stall.accept(march)
  expect((await Promise.all([accept(), accept()])).map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all([manager.pay(id), manager.pay(id)])).map(({ status }) => status)).toEqual([200, 200])
  expect(await actionsOf(id)).toHaveLength(5)
})

test('R-6.02 a second manager reads that it was answered or paid already', async () => {
  const { stall, manager, id, lineId } = await issued()
  await stall.dispute(lineId, 'It was two.')
  const other = await createSettlementDesk(server)
  const open = await openDispute(manager, stall)
  await manager.answerDispute(open?.id ?? 0, 0, 'The till shows one.')
  expect(await other.answerDispute(open?.id ?? 0, 180)).toMatchObject({
    status: 409,
    message: 'This dispute was answered already.',
  })
  await manager.pay(id)
  for (const again of [await other.pay(id), await manager.pay(id, 'Another')])
    expect(again).toMatchObject({ status: 409, message: 'This statement was paid already.' })
  expect(await manager.answerDispute(999_999, 0)).toMatchObject({ status: 404 })
})

test('R-6.02 a dispute and a payment at once: never is a disputed statement paid', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { stall, manager, id, lineId, march } = await issued()
    const [disputed, paid] = await Promise.all([stall.dispute(lineId, 'It was two.'), manager.pay(id)])
    expect([disputed.status, paid.status].sort()).toEqual(disputed.status === 201 ? [201, 409] : [200, 409])
    const { state, open_disputes } = (await stall.statement(march)).data
    expect([state, open_disputes]).toEqual(disputed.status === 201 ? ['issued', 1] : ['paid', 0])
  }
})

test('R-6.02 no owner accepts a statement while a question of another owner waits, also when both act at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { stall, manager, march, id, lineId } = await issued()
    const owner = await createOwner(server.deps, { merchantId: stall.merchantId })
    const other = await createStall(server, { owner })
    const [disputed, accepted] = await Promise.all([other.dispute(lineId, 'It was two.'), stall.accept(march)])
    expect([disputed.status, accepted.status]).toEqual(disputed.status === 201 ? [201, 409] : [409, 200])
    if (disputed.status !== 201) continue
    expect((await stall.accept(march)).status).toBe(409)
    expect((await stall.statement(march)).data).toMatchObject({ state: 'issued', open_disputes: 1 })
    await manager.answerDispute((await openDispute(manager, stall))?.id ?? 0, 0, 'The till shows one.')
    expect((await stall.accept(march)).status).toBe(200)
    expect((await manager.pay(id)).status).toBe(200)
  }
})

test('R-6.01 R-6.02 what a disputed adjustment adds is still a line about the voucher', async () => {
  const { stall, manager, voucher, march, april, lineId } = await issued()
  await stall.dispute(lineId, 'We gave a large one.')
  await manager.answerDispute((await openDispute(manager, stall))?.id ?? 0, 70)
  travelToDay(server, march.replace('-03', '-05-02'))
  const later = await createSettlementDesk(server)
  await later.issue(stall, april)
  await stall.dispute((await stall.statement(april)).data.rows[0]?.id ?? null, 'It was more.')
  await later.answerDispute((await openDispute(later, stall))?.id ?? 0, 30)
  const about = { kind: 'dispute', number: voucher.number, title: 'Kopi O', amount_sen: 30 }
  expect((await stall.statement(march.replace('-03', '-05'))).data.rows).toEqual([expect.objectContaining(about)])
})

test('R-6.02 a statement that was accepted or paid, or is live, cannot be disputed; words and references are needed', async () => {
  const { stall, manager, march, april, id, lineId, otherLineId } = await issued()
  expect((await stall.dispute(lineId, '  ')).errors).toHaveProperty('reason')
  expect((await manager.pay(id, ' ')).errors).toEqual({ reference: ['Enter the reference of the payment.'] })
  expect((await stall.accept(april)).status).toBe(404)
  await stall.handOver()
  expect((await stall.accept(april)).status).toBe(404)
  await stall.accept(march)
  const closed = 'This statement was accepted or paid, so its lines can’t be disputed any more.'
  expect(await stall.dispute(lineId, 'It was two.')).toMatchObject({ status: 409, message: closed })
  await manager.pay(id)
  expect(await stall.dispute(otherLineId, 'It was two.')).toMatchObject({ status: 409, message: closed })
  const unaccepted = await issued()
  await unaccepted.manager.pay(unaccepted.id)
  expect((await unaccepted.stall.accept(unaccepted.march)).status).toBe(409)
})

test('R-6.02 an owner sees and disputes only statements of their own merchants', async () => {
  const { stall, march, lineId } = await issued()
  const stranger = await createStall(server)
  const path = `/merchants/${stall.merchantId}/statements`
  for (const [method, at] of [
    ['GET', path],
    ['GET', `${path}/${march}`],
    ['GET', `${path}/${march}/export`],
    ['POST', `${path}/${march}/acceptance`],
  ] as const)
    expect((await stranger.callAsOwner(method, at, method === 'POST' ? {} : undefined)).status, at).toBe(404)
  expect((await stranger.dispute(lineId, 'Mine.')).status).toBe(404)
  expect((await stall.statement(march)).data.rows[0]?.dispute).toBeNull()
  const reviewer = await createDesk(server)
  expect((await reviewer.call<{ status: number }>('GET', '/statements')).status).toBe(403)
})

test('R-6.01 the database refuses changes of what was issued', async () => {
  const { stall, manager, id, lineId, otherLineId } = await issued()
  await stall.dispute(lineId, 'It was two.')
  const open = await openDispute(manager, stall)
  await manager.answerDispute(open?.id ?? 0, 70)
  const { pool } = server.deps.db
  const sql = (text: string) => pool.query({ text })
  const adjustment = '(SELECT max(id) FROM settlement_adjustments)'
  for (const change of [
    `UPDATE statement_lines SET amount_sen = 99999 WHERE id = ${lineId}`,
    `DELETE FROM statement_lines WHERE id = ${otherLineId}`,
    `INSERT INTO statement_lines (statement_id, adjustment_id, amount_sen) VALUES (${id}, ${adjustment}, 70)`,
    `UPDATE statements SET total_sen = 99999 WHERE id = ${id}`,
    `UPDATE statements SET month = '2020-01-01' WHERE id = ${id}`,
    `UPDATE statements SET total_sen = total_sen WHERE id = ${id}`,
    `DELETE FROM statements WHERE id = ${id}`,
    `UPDATE line_disputes SET answer = 'Never.' WHERE id = ${open?.id}`,
    `UPDATE settlement_adjustments SET amount_sen = 7000 WHERE id = ${adjustment}`,
  ])
    await expect(sql(change), change).rejects.toMatchObject({ code: '42501' })
  await manager.pay(id)
  const unpay = `UPDATE statements SET paid_at = NULL, paid_by = NULL, payment_reference = NULL WHERE id = ${id}`
  await expect(sql(unpay)).rejects.toMatchObject({ code: '42501' })
})

/** A late hand-over of a voucher that its member had given back. */
async function enteredLate() {
  year += 1
  travelToDay(server, `${year}-03-10`)
  const stall = await createStall(server)
  const voucher = await stall.claim()
  const code = voucher.code()
  const noted_at = new Date(Math.floor(server.deps.now().getTime() / 60_000) * 60_000).toISOString()
  await voucher.member.giveBack(voucher.id)
  const phone = await stall.openPhone()
  const key = { 'idempotency-key': crypto.randomUUID() }
  await phone('POST', '/late-hand-overs', { number: voucher.number, code, noted_at }, key)
  const manager = await createSettlementDesk(server)
  const late = (await manager.open()).late.find(({ merchant }) => merchant.id === stall.merchantId)
  return { stall, voucher, manager, noted_at, late, march: `${year}-03` }
}

test.each([
  ['paid', true, 180],
  ['not paid', false, 0],
])(
  'R-4.06 a late hand-over that goes before a manager is %s by a line of the statement, and only paying uses the voucher up',
  async (_, isPaid, amount_sen) => {
    const { stall, voucher, manager, noted_at, late, march } = await enteredLate()
    expect(late).toMatchObject({
      voucher: { id: voucher.id, number: voucher.number, title: 'Kopi O' },
      phone: 'Till 1',
      noted_at,
      voucher_state: 'returned',
      owed_sen: 180,
    })
    const before = [(await voucher.member.show(voucher.id)).data, await voucher.member.wallet()]
    const answer = () => manager.answerLate(late?.id ?? 0, isPaid)
    const answers = await Promise.all([answer(), answer()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const row = { kind: 'late', number: voucher.number, amount_sen, reason: 'The till’s note shows it.' }
    expect((await stall.statement(march)).data).toMatchObject({ total_sen: amount_sen, lines: 1, rows: [row] })
    const after = [(await voucher.member.show(voucher.id)).data, await voucher.member.wallet()]
    expect(after).toEqual(
      isPaid
        ? [{ ...before[0], state: 'used', ended_at: noted_at, stamps_back: false }, { stamp_balance: 3 }].map((now) =>
            expect.objectContaining(now),
          )
        : before,
    )
    const other = await createSettlementDesk(server)
    expect(await other.answerLate(late?.id ?? 0, !isPaid)).toMatchObject({
      status: 409,
      message: 'This late hand-over was answered already.',
    })
    expect((await manager.open()).late.map(({ id }) => id)).not.toContain(late?.id)
    const entries = await findAuditEntries(server, 'voucher', voucher.id)
    expect(entries.map(({ action }) => action)).toEqual([isPaid ? 'voucher.late_paid' : 'voucher.late_refused'])
  },
)

test('R-6.02 D-50 a manager does nothing with the money of their own merchant', async () => {
  const { stall, april, id, lineId } = await issued()
  const { late, stall: other } = await enteredLate()
  await stall.dispute(lineId, 'We gave a large one.')
  const [own, another] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  await server.deps.db.pool.query({
    text: 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2), ($1, $3)',
    values: [own.id, stall.merchantId, other.merchantId],
  })
  const refused = { status: 403, message: 'This is your own merchant. Another manager must do this.' }
  const dispute = await openDispute(own, stall)
  expect(await own.issue(stall, april)).toMatchObject(refused)
  expect(await own.answerDispute(dispute?.id ?? 0, 70)).toMatchObject(refused)
  expect(await own.answerLate(late?.id ?? 0, true)).toMatchObject(refused)
  expect((await another.answerDispute(dispute?.id ?? 0, 70)).status).toBe(200)
  expect((await another.answerLate(late?.id ?? 0, true)).status).toBe(200)
  expect(await own.pay(id)).toMatchObject(refused)
  expect((await another.pay(id)).status).toBe(200)
})

/** Sends the waiting mails about statements and returns them. */
async function readMails() {
  const mails = catchMail(server)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'statement-issued' || kind === 'dispute-answered') await settlementMail(server.deps)[kind](id)
  return mails
}

test('R-6.02 the owners get a mail when a statement is issued, and who disputed a line when it is answered, in their language', async () => {
  const stall = await createStall(server)
  const second = await createOwner(server.deps, stall)
  const { pool } = server.deps.db
  await pool.query({ text: "UPDATE owners SET language = 'ms' WHERE id = $1", values: [second.id] })
  await takeWaitingMail(server)
  const { manager, march, lineId } = await issued({ stall })
  const link = `http://stampus.test/counter/owner/shops/${stall.merchantId}/statements/${march}`
  const issuedMails = await readMails()
  const [english, malay] = [stall.owner, second].map(({ email }) => issuedMails.find(({ to }) => to === email))
  expect(issuedMails).toHaveLength(2)
  expect([english?.to, english?.subject]).toEqual([stall.owner.email, `Statement of Kopi Kita for March ${year}`])
  expect(english?.text).toContain('is ready: RM\u202f4.30 for 2 lines.')
  expect(english?.text).toContain(`${link}?lang=en`)
  expect([malay?.to, malay?.subject]).toEqual([second.email, `Penyata Kopi Kita bagi Mac ${year}`])
  expect(malay?.text).toContain('sudah sedia: RM\u202f4.30 untuk 2 baris.')
  expect(malay?.text).toContain(`${link}?lang=ms`)
  await stall.dispute(lineId, 'We gave a large one.')
  const open = await openDispute(manager, stall)
  await manager.answerDispute(open?.id ?? 0, 70)
  const answers = await readMails()
  expect(answers.map(({ to }) => to)).toEqual([stall.owner.email])
  expect(answers[0]?.text).toContain('You wrote: We gave a large one.')
  expect(answers[0]?.text).toContain('Our answer: You are right.')
  expect(answers[0]?.text).toContain('The next statement has a line of RM\u202f0.70 for it.')
})

test('R-6.02 an owner who no longer holds the merchant gets no mail, and a failed one is listed', async () => {
  await takeWaitingMail(server)
  const { stall, manager } = await issued()
  const [job] = await takeWaitingMail(server)
  const { pool } = server.deps.db
  const failed = {
    text: "INSERT INTO failed_mails (kind, subject_id, reason, tries, failed_at) VALUES ('statement-issued', $1, '550', 1, $2)",
  }
  await pool.query({ ...failed, values: [job?.id, server.deps.now()] })
  const { data } = await manager.call<{ data: object[] }>('GET', '/undelivered-mail')
  expect(data).toMatchObject([{ kind: 'statement-issued', owner_id: stall.owner.id, email: stall.owner.email }])
  await createOwner(server.deps, stall)
  await pool.query({ text: 'DELETE FROM owner_merchants WHERE owner_id = $1', values: [stall.owner.id] })
  const mails = catchMail(server)
  await settlementMail(server.deps)['statement-issued'](job?.id ?? 0)
  expect(mails).toEqual([])
})
