import { emailKey } from '@stampus/contract/values/emails'
import { expect, test } from 'vitest'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createOwner } from '../../../tests/support/api/counters.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, startYear, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { ownersMail } from '../counters/owners/owners.mail.ts'

const server = serverForTests()

type Manager = Awaited<ReturnType<typeof createSettlementDesk>>
const createManager = () => createSettlementDesk(server)

/** A stall whose statement of March is due, and a manager. */
async function due(reward: Parameters<typeof createReward>[1] = {}) {
  const { march: month, day } = startYear(server)
  const stall = await createStall(server)
  await stall.handOver(reward)
  travelToDay(server, day('04-02'))
  return { stall, month, manager: await createManager() }
}
/** Issues what is due; returns the id of the statement. */
async function issue({ stall, month, manager }: Awaited<ReturnType<typeof due>>) {
  await manager.issue(stall, month)
  return (await manager.show(stall, month)).data.id
}
/** Gives an operator an address, as a manager records it. */
const give = (manager: Manager, email: string) =>
  server.sql('INSERT INTO operator_addresses (operator_id, email, email_key) VALUES ($1, $2, $3)', [
    manager.id,
    email,
    emailKey(email),
  ])
const ownMerchant = { status: 403, message: 'This is your own merchant. Another manager must do this.' }

test.each([
  [180, 'never added', 200],
  [180, 'tied', 200],
  [180, 'gone', 200],
  [180, 'removed', 409],
  [180, 'tied by the payer', 409],
  [500_001, 'tied by the payer', 409],
  [500_001, 'tied', 200],
  [500_001, 'gone', 200],
  [500_001, 'removed', 409],
] as const)(
  'D-50 a manager who issued a statement of %i sen and whose only other one is %s pays it with %i, which the audit log marks',
  async (owed_sen, why, status) => {
    await server.sql('UPDATE operators SET removed_at = now() WHERE removed_at IS NULL')
    const statement = await due({ owed_sen })
    const { stall, manager } = statement
    const other = why === 'never added' ? undefined : await createManager()
    const id = await issue(statement)
    if (why === 'tied')
      await server.sql('INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)', [
        other?.id,
        stall.merchantId,
      ])
    if (why === 'tied by the payer') {
      const tie = { version: 1, name: 'Other', role: 'manager', addresses: [], merchant_ids: [stall.merchantId] }
      expect(await manager.call('PUT', `/operators/${other?.id}`, tie)).toMatchObject({ status: 200 })
    }
    if (why === 'gone') await server.sql('UPDATE operators SET removed_at = now() WHERE id = $1', [other?.id])
    if (why === 'removed')
      expect(await manager.call('DELETE', `/operators/${other?.id}`)).toMatchObject({ status: 200 })
    expect((await manager.pay(id)).status).toBe(status)
    if (status === 409) return
    const paid = (await findAuditEntries(server, 'statement', Number(id))).at(-1)
    expect(paid?.action).toBe('statement.paid')
    expect(paid?.changes).toContainEqual({ field: 'confirmation', before: null, after: 'not countersigned' })
  },
)

test('D-50 issue, answers and payment of a statement are by at least two managers where there are two', async () => {
  const statement = await due()
  const { manager } = statement
  const other = await createManager()
  const id = await issue(statement)
  expect(await manager.pay(id)).toMatchObject({
    status: 409,
    message: 'You issued this statement and answered its disputes, so another manager must mark it as paid.',
  })
  const paid = await Promise.all([manager.pay(id), other.pay(id)])
  expect(paid.map(({ status }) => status)).toEqual([409, 200])
})

test.each(['sign-in', 'address', 'people'])(
  'D-50 a manager who is an owner of a merchant, or one of its people, does nothing with its money: found by %s',
  async (tie) => {
    const { stall, month, manager } = await due()
    const boss = `boss-${month}@shop.example`
    if (tie === 'sign-in')
      await server.sql('UPDATE owners SET email_key = (SELECT email_key FROM operators WHERE id = $2) WHERE id = $1', [
        stall.owner.id,
        manager.id,
      ])
    else await give(manager, tie === 'address' ? stall.owner.email : boss)
    if (tie === 'people')
      await server.sql('INSERT INTO merchant_people (merchant_id, email, email_key) VALUES ($1, $2, $3)', [
        stall.merchantId,
        boss,
        emailKey(boss),
      ])
    const figures = { lines: 1, total_sen: 180 }
    expect(await manager.issueAs(stall.merchantId, month, figures)).toMatchObject(ownMerchant)
    const reward = await createReward(server.deps, { merchant_id: stall.merchantId })
    const { data } = await manager.call<{ data: object }>('GET', `/rewards/${reward.id}`)
    const change = { ...data, merchant_id: stall.merchantId, image_key: null, owed_sen: 900 }
    expect(await manager.call('PUT', `/rewards/${reward.id}`, change)).toMatchObject(ownMerchant)
  },
)

test('D-50 a manager invites, changes and removes no owner at an address of their own', async () => {
  const { stall, manager } = await due()
  await give(manager, 'me@shop.example')
  const own = { status: 403, message: 'This is your own address. Another manager must do this.' }
  const form = { name: 'Me', language: 'en', merchant_ids: [stall.merchantId] }
  expect(await manager.call('POST', '/owners', { ...form, email: 'ME@shop.example' })).toMatchObject(own)
  await give(manager, stall.owner.email)
  const path = `/owners/${stall.owner.id}`
  expect(await manager.call('DELETE', path)).toMatchObject(own)
  const { data } = await manager.call<{ data: { version: number } }>('GET', path)
  expect(await manager.call('PUT', path, { ...form, version: data.version })).toMatchObject(own)
})

test('R-4.01 the other owners of a merchant get a mail when an owner is added', async () => {
  const { stall, month, manager } = await due()
  const second = await createOwner(server.deps, stall)
  await server.sql("UPDATE owners SET language = 'ms' WHERE id = $1", [second.id])
  await takeWaitingMail(server)
  const email = `new-${month}@shop.example`
  const form = { name: 'Siti Aminah', language: 'en', merchant_ids: [stall.merchantId], email }
  const { data: added } = await manager.call<{ data: { id: number } }>('POST', '/owners', form)
  const mails = catchMail(server)
  for (const { kind, id } of await takeWaitingMail(server))
    if (kind === 'owner-added') await ownersMail(server.deps)['owner-added'](id)
  expect(Object.fromEntries(mails.map(({ to, subject }) => [to, subject]))).toEqual({
    [stall.owner.email]: 'Kopi Kita has a new owner in Stampus',
    [second.email]: 'Kopi Kita mempunyai pemilik baharu dalam Stampus',
  })
  const english = mails.find(({ to }) => to === stall.owner.email)
  expect(english?.text).toContain('The office has added Siti Aminah as an owner of Kopi Kita.')
  // A change without a new merchant mails nobody.
  const { data } = await manager.call<{ data: { version: number } }>('GET', `/owners/${added.id}`)
  await manager.call('PUT', `/owners/${added.id}`, { ...form, version: data.version })
  expect((await takeWaitingMail(server)).map(({ kind }) => kind)).not.toContain('owner-added')
})
