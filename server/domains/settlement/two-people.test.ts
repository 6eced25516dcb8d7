import { emailKey } from '@stampus/contract/values/emails'
import { expect, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createOwner } from '../../../tests/support/api/counters.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, issueMarch } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { ownersMail } from '../counters/owners/owners.mail.ts'
import { hasOtherManager } from '../operators/confirmers.store.ts'

const server = serverForTests()

type Manager = Awaited<ReturnType<typeof createSettlementDesk>>
const createManager = () => createSettlementDesk(server)
const removeAllManagers = () => server.sql('UPDATE operators SET removed_at = now() WHERE removed_at IS NULL')
/** Gives an operator an address, as a manager records it. */
const give = ({ id }: Manager, email: string) =>
  server.sql('INSERT INTO operator_addresses (operator_id, email, email_key) VALUES ($1, $2, $3)', [
    id,
    email,
    emailKey(email),
  ])
const ownMerchant = { status: 403, message: 'This is your own merchant. Another manager must do this.' }

type Money = { by: Manager; other: Manager; merchantId: number; member: { email: string } }
const form = (given: object) => ({
  version: 1,
  name: 'Other',
  role: 'manager',
  addresses: [],
  merchant_ids: [],
  ...given,
})
const change = ({ by, other }: Money, given: object) => by.call('PUT', `/operators/${other.id}`, form(given))

test.each<[string, boolean, (money: Money) => Promise<unknown>]>([
  ['is still there', true, async () => {}],
  ['was removed by nobody they know', false, removeAllManagers],
  ['was removed by them', true, ({ by, other }) => by.call('DELETE', `/operators/${other.id}`)],
  ['lost the role through them', true, (money) => change(money, { role: 'reviewer' })],
  ['belongs to the merchant', false, ({ other, merchantId }) => other.join(merchantId)],
  ['was tied to the merchant by them', true, (money) => change(money, { merchant_ids: [money.merchantId] })],
  ['is the member', false, ({ other, member }) => give(other, member.email)],
  ['was made the member by them', true, (money) => change(money, { addresses: [money.member.email] })],
  [
    'was not seen for 30 days',
    false,
    ({ other }) => server.sql("UPDATE operators SET last_seen_at = '2020-01-01' WHERE id = $1", [other.id]),
  ],
])('D-50 D-101 a manager whose only other one %s has another one for this money: %s', async (_, found, end) => {
  await removeAllManagers()
  const [by, other] = [await createManager(), await createManager()]
  const [{ id: merchantId }, member] = [await createMerchant(server.deps), await createMember(server.deps)]
  await end({ by, other, merchantId, member })
  const since = new Date(server.deps.now().getTime() - 30 * 86_400_000)
  const money = { operatorId: by.id, merchantIds: [merchantId], memberId: member.id, since }
  expect(await hasOtherManager(server.deps.db.pool, money)).toBe(found)
})

test.each([180, 500_001])(
  'D-50 a statement of %i sen is paid by the only manager, who issued it, which the audit log marks',
  async (owed_sen) => {
    const { one, two, id } = await issueMarch(server, [{ owed_sen }])
    await server.sql('UPDATE operators SET removed_at = now() WHERE id <> $1', [one.id])
    expect(two.id).not.toBe(one.id)
    expect((await one.pay(id)).status).toBe(200)
    const paid = (await findAuditEntries(server, 'statement', id)).at(-1)
    expect(paid?.action).toBe('statement.paid')
    expect(paid?.changes).toContainEqual({ field: 'confirmation', before: null, after: 'not countersigned' })
  },
)

test('D-50 issue, answers and payment of a statement are by at least two managers where there are two', async () => {
  const { one, two, id } = await issueMarch(server)
  expect(await one.pay(id)).toMatchObject({
    status: 409,
    message: 'You issued this statement and answered its disputes, so another manager must mark it as paid.',
  })
  const paid = await Promise.all([one.pay(id), two.pay(id)])
  expect(paid.map(({ status }) => status)).toEqual([409, 200])
})

test.each(['sign-in', 'address', 'people'])(
  'D-50 a manager who is an owner of a merchant, or one of its people, does nothing with its money: found by %s',
  async (tie) => {
    const [stall, manager] = [await createStall(server), await createManager()]
    if (tie === 'sign-in')
      await server.sql('UPDATE owners SET email_key = (SELECT email_key FROM operators WHERE id = $2) WHERE id = $1', [
        stall.owner.id,
        manager.id,
      ])
    else await give(manager, tie === 'address' ? stall.owner.email : 'boss@shop.example')
    if (tie === 'people')
      await server.sql('INSERT INTO merchant_people (merchant_id, email, email_key) VALUES ($1, $2, $2)', [
        stall.merchantId,
        'boss@shop.example',
      ])
    const figures = { lines: 1, total_sen: 180 }
    expect(await manager.issueAs(stall.merchantId, '2020-01', figures)).toMatchObject(ownMerchant)
    const reward = await createReward(server.deps, { merchant_id: stall.merchantId })
    const { data } = await manager.call<{ data: object }>('GET', `/rewards/${reward.id}`)
    const dearer = { ...data, merchant_id: stall.merchantId, image_key: null, owed_sen: 900 }
    expect(await manager.call('PUT', `/rewards/${reward.id}`, dearer)).toMatchObject(ownMerchant)
  },
)

test('D-50 a manager invites, changes and removes no owner at an address of their own', async () => {
  const [stall, manager] = [await createStall(server), await createManager()]
  await give(manager, 'me@shop.example')
  const own = { status: 403, message: 'This is your own address. Another manager must do this.' }
  const invitation = { name: 'Me', language: 'en', merchant_ids: [stall.merchantId] }
  expect(await manager.call('POST', '/owners', { ...invitation, email: 'ME@shop.example' })).toMatchObject(own)
  await give(manager, stall.owner.email)
  const path = `/owners/${stall.owner.id}`
  expect(await manager.call('DELETE', path)).toMatchObject(own)
  const { data } = await manager.call<{ data: { version: number } }>('GET', path)
  expect(await manager.call('PUT', path, { ...invitation, version: data.version })).toMatchObject(own)
})

test('R-4.01 the other owners of a merchant get a mail when an owner is added', async () => {
  const [stall, manager] = [await createStall(server), await createManager()]
  const second = await createOwner(server.deps, stall)
  await server.sql("UPDATE owners SET language = 'ms' WHERE id = $1", [second.id])
  await takeWaitingMail(server)
  const email = 'new@shop.example'
  const invitation = { name: 'Siti Aminah', language: 'en', merchant_ids: [stall.merchantId], email }
  const { data: added } = await manager.call<{ data: { id: number } }>('POST', '/owners', invitation)
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
  await manager.call('PUT', `/owners/${added.id}`, { ...invitation, version: data.version })
  expect((await takeWaitingMail(server)).map(({ kind }) => kind)).not.toContain('owner-added')
})
