import { emailKey } from '@stampus/contract/values/emails'
import { expect, test } from 'vitest'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createOwner } from '../../../tests/support/api/counters.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, type Stall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { ownersMail } from '../counters/owners/owners.mail.ts'

const server = serverForTests()

let year = 2060
type Manager = Awaited<ReturnType<typeof createSettlementDesk>>

/** A stall whose statement of March is due, and a manager. */
async function due() {
  year += 1
  travelToDay(server, `${year}-03-10`)
  const stall = await createStall(server)
  await stall.handOver()
  travelToDay(server, `${year}-04-02`)
  return { stall, month: `${year}-03`, manager: await createSettlementDesk(server) }
}
const idOf = async (manager: Manager, stall: Stall, month: string) => (await manager.show(stall, month)).data.id
/** Gives an operator an address, as a manager records it. */
const give = (manager: Manager, email: string) =>
  server.deps.db.pool.query({
    text: 'INSERT INTO operator_addresses (operator_id, email, email_key) VALUES ($1, $2, $3)',
    values: [manager.id, email, emailKey(email)],
  })
const ownMerchant = { status: 403, message: 'This is your own merchant. Another manager must do this.' }

test('D-50 a manager without another one issues a statement and pays it, which the audit log marks', async () => {
  const alone = await testApp()
  try {
    travelToDay(alone, '2060-03-10')
    const stall = await createStall(alone)
    await stall.handOver()
    travelToDay(alone, '2060-04-02')
    const manager = await createSettlementDesk(alone)
    await manager.issue(stall, '2060-03')
    const { id } = (await manager.show(stall, '2060-03')).data
    expect((await manager.pay(id)).status).toBe(200)
    const [entry] = (await findAuditEntries(alone, 'statement', Number(id))).filter(
      ({ action }) => action === 'statement.paid',
    )
    expect(entry?.changes).toContainEqual({ field: 'confirmation', before: null, after: 'not countersigned' })
  } finally {
    await alone.close()
  }
})

test('D-50 a manager who was removed, or belongs to the merchant, is no other one, unless the manager who pays removed or tied them', async () => {
  for (const [owed_sen, why, status] of [
    [180, 'tied', 200],
    [180, 'gone', 200],
    [180, 'removed', 409],
    [180, 'tied by the payer', 409],
    [500_001, 'tied by the payer', 409],
    [500_001, 'tied', 200],
    [500_001, 'gone', 200],
    [500_001, 'removed', 409],
  ] as const) {
    const alone = await testApp()
    try {
      travelToDay(alone, '2060-03-10')
      const stall = await createStall(alone)
      await stall.handOver({ owed_sen })
      travelToDay(alone, '2060-04-02')
      const [manager, other] = [await createSettlementDesk(alone), await createSettlementDesk(alone)]
      await manager.issue(stall, '2060-03')
      const { pool } = alone.deps.db
      if (why === 'tied')
        await pool.query({
          text: 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)',
          values: [other.id, stall.merchantId],
        })
      if (why === 'tied by the payer') {
        const same = { version: 1, name: 'Other', role: 'manager', addresses: [] }
        const tie = { ...same, merchant_ids: [stall.merchantId] }
        expect(await manager.call('PUT', `/operators/${other.id}`, tie)).toMatchObject({ status: 200 })
      }
      if (why === 'gone')
        await pool.query({ text: 'UPDATE operators SET removed_at = now() WHERE id = $1', values: [other.id] })
      if (why === 'removed')
        expect(await manager.call('DELETE', `/operators/${other.id}`)).toMatchObject({ status: 200 })
      const { id } = (await manager.show(stall, '2060-03')).data
      expect([owed_sen, why, (await manager.pay(id)).status]).toEqual([owed_sen, why, status])
      if (status === 409) continue
      const paid = (await findAuditEntries(alone, 'statement', Number(id))).at(-1)
      expect(paid?.changes).toContainEqual({ field: 'confirmation', before: null, after: 'not countersigned' })
    } finally {
      await alone.close()
    }
  }
})

test('D-50 issue, answers and payment of a statement are by at least two managers where there are two', async () => {
  const { stall, month, manager } = await due()
  const other = await createSettlementDesk(server)
  await manager.issue(stall, month)
  const id = await idOf(manager, stall, month)
  expect(await manager.pay(id)).toMatchObject({
    status: 409,
    message: 'You issued this statement and answered its disputes, so another manager must mark it as paid.',
  })
  const paid = await Promise.all([manager.pay(id), other.pay(id)])
  expect(paid.map(({ status }) => status)).toEqual([409, 200])
})

test('D-50 a manager who is an owner of a merchant, or one of its people, does nothing with its money, by any of their addresses', async () => {
  for (const tie of ['sign-in', 'address', 'people'] as const) {
    const { stall, month, manager } = await due()
    const { pool } = server.deps.db
    if (tie === 'sign-in')
      await pool.query({
        text: 'UPDATE owners SET email_key = (SELECT email_key FROM operators WHERE id = $2) WHERE id = $1',
        values: [stall.owner.id, manager.id],
      })
    if (tie === 'address') await give(manager, stall.owner.email)
    if (tie === 'people') {
      await give(manager, `boss-${year}@shop.example`)
      await pool.query({
        text: 'INSERT INTO merchant_people (merchant_id, email, email_key) VALUES ($1, $2, $3)',
        values: [stall.merchantId, `boss-${year}@shop.example`, emailKey(`boss-${year}@shop.example`)],
      })
    }
    const figures = { lines: 1, total_sen: 180 }
    expect([tie, await manager.issueAs(stall.merchantId, month, figures)]).toMatchObject([tie, ownMerchant])
    const reward = await createReward(server.deps, { merchant_id: stall.merchantId })
    const { data } = await manager.call<{ data: object }>('GET', `/rewards/${reward.id}`)
    const change = { ...data, merchant_id: stall.merchantId, image_key: null, owed_sen: 900 }
    expect(await manager.call('PUT', `/rewards/${reward.id}`, change)).toMatchObject(ownMerchant)
  }
})

test('D-50 a manager invites, changes and removes no owner at an address of their own', async () => {
  const { stall, manager } = await due()
  await give(manager, 'me@shop.example')
  const own = { status: 403, message: 'This is your own address. Another manager must do this.' }
  const form = { name: 'Me', language: 'en', merchant_ids: [stall.merchantId] }
  expect(await manager.call('POST', '/owners', { ...form, email: 'ME@shop.example' })).toMatchObject(own)
  await give(manager, stall.owner.email)
  expect(await manager.call('DELETE', `/owners/${stall.owner.id}`)).toMatchObject(own)
  const { data } = await manager.call<{ data: { version: number } }>('GET', `/owners/${stall.owner.id}`)
  const change = { ...form, version: data.version }
  expect(await manager.call('PUT', `/owners/${stall.owner.id}`, change)).toMatchObject(own)
})

test('R-4.01 the other owners of a merchant get a mail when an owner is added', async () => {
  const { stall, manager } = await due()
  const second = await createOwner(server.deps, stall)
  await server.deps.db.pool.query({ text: "UPDATE owners SET language = 'ms' WHERE id = $1", values: [second.id] })
  await takeWaitingMail(server)
  const form = {
    name: 'Siti Aminah',
    language: 'en',
    merchant_ids: [stall.merchantId],
    email: `new-${year}@shop.example`,
  }
  const added = await manager.call<{ data: { id: number; version: number } }>('POST', '/owners', form)
  const mails = catchMail(server)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'owner-added') await ownersMail(server.deps)['owner-added'](id)
  const english = mails.find(({ to }) => to === stall.owner.email)
  const malay = mails.find(({ to }) => to === second.email)
  expect([mails.length, english?.subject, malay?.subject]).toEqual([
    2,
    'Kopi Kita has a new owner in Stampus',
    'Kopi Kita mempunyai pemilik baharu dalam Stampus',
  ])
  expect(english?.text).toContain('The office has added Siti Aminah as an owner of Kopi Kita.')
  // A change without a new merchant mails nobody.
  const { data } = await manager.call<{ data: { version: number } }>('GET', `/owners/${added.data.id}`)
  await manager.call('PUT', `/owners/${added.data.id}`, { ...form, version: data.version })
  expect((await takeWaitingMail(server)).map(({ kind }) => kind)).not.toContain('owner-added')
})
