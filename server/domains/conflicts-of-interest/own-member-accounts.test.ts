import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { postForm, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { confirm, listConfirmable } from '../../../tests/support/api/confirmations.ts'
import { type Answer, connectDesk, createDesk } from '../../../tests/support/api/desk.ts'
import { type CardAnswer, invite } from '../../../tests/support/api/operators.ts'
import { openLink, sendAndReadLink } from '../../../tests/support/api/registrations.ts'
import { createClaimant, voucherCallsOf, vouchersOf } from '../../../tests/support/api/rewards.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '0', RECEIPT_OCR: 'off' })
let colleague: Desk
beforeAll(async () => {
  colleague = await createManager()
})

type Desk = Awaited<ReturnType<typeof createDesk>>

const OWN = { status: 403, message: 'This is your own account. Another manager must do this.' }
const newMember = () => createSignedInMember(server.deps)
const createManager = (email?: string) => createDesk(server, { role: 'manager', ...(email && { email }) })

/** Gives a member a second college address: saves it in the profile and opens the mailed link. */
async function changeAddress({ id, name, password, headers }: SignedInMember) {
  const email = `next-${randomUUID()}@student.campus.edu.my`
  await takeWaitingMail(server)
  server.travel(61_000)
  const form = { name, email, current_password: password }
  expect((await postForm(server, '/user/profile', form, headers)).status).toBe(200)
  const job = (await takeWaitingMail(server)).find(({ kind }) => kind === 'email-change')
  const link = await sendAndReadLink(server, job?.id ?? 0, 'email-change')
  const { status, body } = await openLink(server, link, {}, headers)
  expect([status, body.user]).toMatchObject([200, { email }])
  return { id, name, password, email, headers: { authorization: `Bearer ${body.token}` } }
}

/** Another manager replaces the list of an operator's own addresses. */
async function listAddresses({ id }: Pick<Desk, 'id'>, addresses: string[]) {
  const { data } = await colleague.call<CardAnswer>('GET', `/operators/${id}`)
  const { version, name, role } = data
  const change = { version, name, role, addresses, merchant_ids: [] }
  expect((await colleague.call('PUT', `/operators/${id}`, change)).status).toBe(200)
}

const adjust = (id: number, by: Desk, stamps: number) =>
  by.call<Answer & { data: { confirmation_id?: number } }>('POST', `/members/${id}/stamp-adjustments`, {
    stamps,
    reason: 'A welcome gift',
    request_id: randomUUID(),
  })

/** Expects that a manager can do nothing with a member account and its voucher, and that another manager can. */
async function expectOwn(manager: Desk, member: SignedInMember) {
  const vouchers = vouchersOf(server, member)
  const { id: voucherId, number } = await vouchers.claimNew()
  const code = (await vouchers.open(voucherId))()
  const [own, another] = [voucherCallsOf(manager), voucherCallsOf(colleague)]
  expect(await own.check(number, code)).toMatchObject(OWN)
  expect((await own.handOver(voucherId)).status).toBe(409)
  expect(await own.voidVoucher(voucherId, { stamps_back: true })).toMatchObject(OWN)
  expect(await adjust(member.id, manager, 1)).toMatchObject(OWN)
  expect(await manager.call('POST', `/members/${member.id}/suspension`, { reason: 'Mine' })).toMatchObject(OWN)

  const { id } = await createSubmission(server.deps, { userId: member.id })
  const free = (await createSubmission(server.deps)).id
  expect(await manager.next()).toMatchObject({ data: { id: free }, ahead: [], waiting: 1 })
  expect((await manager.approve(id)).status).toBe(403)
  expect((await manager.approve(free)).status).toBe(201)
  expect((await colleague.approve(id)).status).toBe(201)

  const confirmation = (await adjust(member.id, colleague, 51)).data.confirmation_id ?? 0
  expect((await listConfirmable(manager)).map((request) => request.id)).not.toContain(confirmation)
  expect(await confirm(manager, confirmation)).toMatchObject(OWN)
  expect((await colleague.call('DELETE', `/confirmations/${confirmation}`)).status).toBe(200)
  expect((await another.check(number, code)).status).toBe(200)
  expect((await another.voidVoucher(voucherId, { stamps_back: true })).status).toBe(200)
}

/** Expects that a manager cannot adjust a member's stamps, and that another manager can. */
async function expectNoAdjustment(manager: Desk, { id }: { id: number }) {
  expect(await adjust(id, manager, 1)).toMatchObject(OWN)
  expect((await adjust(id, colleague, 1)).status).toBe(201)
}

test('D-50 R-2.01 a member account stays a manager’s own after its address was changed, twice too', async () => {
  const member = await createClaimant(server.deps, 5)
  const manager = await createManager(member.email)
  const second = await changeAddress(member)
  await expectOwn(manager, second)
  await expectNoAdjustment(manager, await changeAddress(second))
})

test('D-50 R-2.01 a member account stays a manager’s own when its address is taken off their list, before or after a change', async () => {
  const [manager, changed, kept] = [await createManager(), await newMember(), await newMember()]
  // Only an address that is given up links its account.
  for (const _ of ['added', 'kept']) await listAddresses(manager, [changed.email, kept.email])
  expect((await server.sql('SELECT FROM own_account_links WHERE operator_id = $1', [manager.id])).rowCount).toBe(0)
  const second = await changeAddress(changed)
  await expectNoAdjustment(manager, second)
  await listAddresses(manager, [`else-${kept.email}`])
  await expectNoAdjustment(manager, second)
  await expectNoAdjustment(manager, kept)
  await expectNoAdjustment(manager, await changeAddress(kept))
})

test('D-50 an account at an own or a listed address stays the own of a manager who is removed and added again', async () => {
  const [signed, listed] = [await newMember(), await newMember()]
  const former = await createManager(signed.email)
  await listAddresses(former, [listed.email])
  expect((await colleague.call('DELETE', `/operators/${former.id}`)).status).toBe(200)
  const changed = await changeAddress(signed)
  const { id } = await invite(server, colleague, { email: signed.email, role: 'manager' })
  const again = await connectDesk(server, { id, email: signed.email })
  await expectNoAdjustment(again, changed)
  await expectNoAdjustment(again, listed)
})

test('D-50 an address that nobody verified links no account to its operator', async () => {
  const manager = await createManager()
  const member = await createSignedInMember(server.deps, { verified: false })
  await listAddresses(manager, [member.email])
  await listAddresses(manager, [])
  const { status } = await openLink(server, await sendAndReadLink(server, member.id), {}, member.headers)
  expect(status).toBe(200)
  expect((await adjust(member.id, manager, 1)).status).toBe(201)
})
