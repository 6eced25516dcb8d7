import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import { expect, test } from 'vitest'
import { createMember } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { signOffer } from '../bulk/bulk.service.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '0', RECEIPT_OCR: 'off' })
const people = actorsOf(server)

/** A receipt with a conflict of interest for the desk's operator, in one of three ways. */
const conflicts: Record<string, (desk: Desk) => Promise<number>> = {
  'with their own address': async ({ email }) => {
    const member = await createMember(server.deps, { email: email.toUpperCase() })
    return (await insertReceipt(server.deps, { userId: member.id })).id
  },
  'with another address of theirs': async ({ id }) => {
    const member = await createMember(server.deps)
    const text = 'INSERT INTO operator_addresses (operator_id, email, email_key) VALUES ($1, $2, $3)'
    await rowsOf(server, text, id, member.email, emailKey(member.email))
    return (await insertReceipt(server.deps, { userId: member.id })).id
  },
  'at a merchant they belong to': async ({ join }) => {
    const merchant = await createMerchant(server.deps)
    await join(merchant.id)
    return (await insertReceipt(server.deps, { merchantId: merchant.id })).id
  },
}

test.each(Object.keys(conflicts))(
  'D-50 a receipt %s is never served to an operator, not even a manager',
  async (conflict) => {
    await rowsOf(server, "UPDATE submissions SET status = 'rejected' WHERE status = 'pending'")
    const desk = await people.manager()
    const id = (await conflicts[conflict]?.(desk)) ?? 0
    const free = (await insertReceipt(server.deps)).id
    expect(await desk.next()).toMatchObject({ data: { id: free }, ahead: [], waiting: 1 })
    const forbidden = { status: 403, message: texts.conflictOfInterest }
    for (const act of [desk.show, desk.renew, desk.approve, desk.undo]) expect(await act(id)).toMatchObject(forbidden)
    expect(await desk.escalate(id, 'Mine')).toMatchObject(forbidden)
    for (const part of ['history', 'original'])
      expect(await desk.call('GET', `/submissions/${id}/${part}`)).toMatchObject(forbidden)
    const listed = async (query: string) =>
      (await desk.call<{ data: { id: number }[] }>('GET', `/submissions?${query}`)).data.map((row) => row.id)
    expect(await listed('status=pending')).toEqual([free])
    expect(await listed(`number=%23${id}`)).toEqual([])
    const exported = await desk.file('/submissions/export?status=pending')
    expect(exported.split('\r\n').map((row) => row.split(',')[0])).toEqual(['\ufeff"id"', `"${free}"`, ''])
    expect(await desk.offered()).toEqual([free])
    const offer = signOffer(server.deps, desk.id, [id])
    server.travel(1000)
    const bulk = await desk.approveBulk([id], offer)
    expect(bulk).toMatchObject({ status: 201, approved: [], left_out: [{ id, reason: texts.conflictOfInterest }] })
    const other = await people.reviewer()
    expect((await other.approve(id)).status).toBe(201)
    expect((await desk.release(free)).status).toBe(200)
    expect((await other.approve(free)).status).toBe(201)
  },
)

test('D-50 the desk’s lists of recent receipts leave out those with a conflict of interest', async () => {
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const conflicted = (await conflicts['at a merchant they belong to']?.(desk)) ?? 0
  const text = 'SELECT user_id FROM submissions WHERE id = $1'
  const [sent] = await rowsOf<{ user_id: number }>(server, text, conflicted)
  const { id } = await insertReceipt(server.deps, { userId: sent?.user_id ?? 0 })
  expect((await other.show(id)).data.recent.of_member).toMatchObject([{ id: conflicted }])
  expect((await desk.show(id)).data.recent.of_member).toEqual([])
})

test('D-50 a manager with a conflict of interest cannot see or answer an appeal; another manager can', async () => {
  const [desk, other] = [await people.manager(), await people.manager()]
  const id = (await conflicts['with another address of theirs']?.(desk)) ?? 0
  await other.reject(id, 'Blurred')
  await rowsOf(server, "INSERT INTO appeals (submission_id, message) VALUES ($1, 'Look again')", id)
  expect((await desk.appeals()).data).toEqual([])
  const [appeal, ...others] = (await other.appeals()).data
  expect(others).toEqual([])
  expect(await desk.answer(appeal?.id ?? 0, 'reopened')).toMatchObject({
    status: 403,
    message: texts.conflictOfInterest,
  })
})
