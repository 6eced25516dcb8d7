import { expect, test } from 'vitest'
import { seededRandom } from '../../../tests/stress/support/seeded-random.ts'
import { createWorkingPhone } from '../../../tests/support/api/counters.ts'
import { createSettlementDesk, createStall, issueMarch, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertEvent, updateVoucher } from '../rewards/vouchers/vouchers.store.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'
import { findSettlementErrors } from './settlement-check.store.ts'

const server = serverForTests()

const ROUNDS = 45

/** A voucher of the model: what it is worth, and what happened to it. */
type Known = { id: number; owed: number; state: 'ready' | 'used' | 'voided'; usedAt: number }

test('R-6.03 after random hand-overs, take-backs, voids, answers and statements, all statements together are what is owed, to the sen', async () => {
  travelToDay(server, '2040-01-15')
  const random = seededRandom('settlement')
  const stalls = [await createStall(server), await createStall(server)]
  const known = stalls.map(() => [] as Known[])
  const adjusted = stalls.map(() => 0)
  const { deps } = server
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = random.below(stalls.length)
    const [stall, vouchers] = [stalls[at], known[at]]
    if (!stall || !vouchers) throw new Error('There is no such stall')
    const manager = await createSettlementDesk(server)
    const step = random.below(10)
    if (step < 3) {
      const owed = random.below(500)
      const voucher = await stall.handOver({ owed_sen: owed })
      const entry: Known = { id: voucher.id, owed, state: 'used', usedAt: deps.now().getTime() }
      vouchers.push(entry)
      if (random.below(3) === 0 && (await voucher.takeBack()).status === 200) entry.state = 'ready'
    } else if (step < 5) {
      const used = vouchers.filter(({ state }) => state === 'used')
      if (used.length > 0) {
        const voided = random.pick(used)
        expect((await manager.voidUsed(voided.id)).status).toBe(200)
        voided.state = 'voided'
      }
    } else if (step < 7) {
      const months = (await stall.statements()).filter(({ state }) => state === 'live')
      const first = months.at(-1)
      if (first) await manager.issue(stall, first.month)
    } else if (step < 8) {
      const issued = (await stall.statements()).filter(({ state }) => state === 'issued')
      if (issued.length > 0) {
        const { rows } = (await stall.statement(random.pick(issued).month)).data
        await stall.dispute(random.pick(rows).id, `Round ${round}`)
      }
    } else if (step < 9) {
      const [open] = await manager.disputesOf(stall)
      const sen = random.below(400) - 200
      if (open && (await manager.answerDispute(open.id, sen)).status === 200) adjusted[at] = (adjusted[at] ?? 0) + sen
    }
    server.travel(random.below(12) * 86_400_000 + random.below(86_400_000))
  }
  expect(adjusted.some((sen) => sen !== 0)).toBe(true)
  for (const [at, stall] of stalls.entries()) {
    const statements = await stall.statements()
    expect(statements.filter(({ state }) => state === 'issued').length).toBeGreaterThan(1)
    const owed = (known[at] ?? []).reduce((sum, { state, owed: sen }) => sum + (state === 'used' ? sen : 0), 0)
    const total = statements.reduce((sum, { total_sen }) => sum + total_sen, 0)
    expect(total, `stall ${at}`).toBe(owed + (adjusted[at] ?? 0))
    for (const { month, total_sen, lines } of statements) {
      const { rows } = (await stall.statement(month)).data
      expect([rows.length, rows.reduce((sum, { amount_sen }) => sum + amount_sen, 0)]).toEqual([lines, total_sen])
    }
    const { rows } = await server.sql(
      `SELECT coalesce(sum(CASE e.kind WHEN 'used' THEN v.owed_sen ELSE -v.owed_sen END), 0)::integer AS sen
        FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id
        WHERE v.merchant_id = $1 AND e.kind IN ('used', 'unused', 'voided')`,
      [stall.merchantId],
    )
    expect(total).toBe((rows[0]?.sen ?? 0) + (adjusted[at] ?? 0))
  }
  expect(await findSettlementErrors(deps.db.pool)).toEqual([])
  expect(await findLedgerErrors(deps.db.pool)).toEqual([])
})

test('R-6.01 a hand-over that is taken back after it was billed is taken off the next statement', async () => {
  travelToDay(server, '2050-03-31')
  const stall = await createStall(server)
  const { id } = await stall.handOver()
  travelToDay(server, '2050-04-01')
  await (await createSettlementDesk(server)).issue(stall, '2050-03')
  const { pool } = server.deps.db
  const phone = await createWorkingPhone(server.deps, { owner: stall.owner })
  await inTransaction(pool, async (tx) => {
    const at = server.deps.now()
    const who = { phoneId: phone.id, cashierId: phone.cashier.id }
    await insertEvent(tx, { voucherId: id, kind: 'unused', ...who, stampsBack: false, at })
    await updateVoucher(tx, { id, state: 'ready', at })
  })
  const { data } = await stall.statement('2050-04')
  expect([data.total_sen, data.rows.map(({ kind }) => kind)]).toEqual([-180, ['unused']])
  expect(await findSettlementErrors(pool)).toEqual([])
})

test.each([
  ['of another amount than was billed', 'UPDATE vouchers SET owed_sen = 999 WHERE id = $1'],
  ['of another merchant', 'UPDATE vouchers SET merchant_id = (SELECT min(id) FROM merchants) WHERE id = $1'],
  ['billed although it is ready', "UPDATE vouchers SET state = 'ready', used_at = NULL, ended_at = NULL WHERE id = $1"],
])('R-6.03 the ledger check finds a voucher that is %s', async (_, change) => {
  const [voucher] = (await issueMarch(server)).vouchers
  const undone = new Error('undone')
  const found = inTransaction(server.deps.db.pool, async (tx) => {
    await tx.query({ text: change, values: [voucher?.id] })
    expect(await findSettlementErrors(tx)).not.toEqual([])
    throw undone
  })
  await expect(found).rejects.toBe(undone)
  expect(await findSettlementErrors(server.deps.db.pool)).toEqual([])
})
