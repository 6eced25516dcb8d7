import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { get, post } from '../../../tests/support/api/calls.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import {
  createRandomPhoto,
  createSubmission,
  receiptFields,
  sendReceipt,
} from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeAll(async () => {
  desk = await createDesk(server)
  merchantId = (await createMerchant(server.deps)).id
})

/** A member with a rejected receipt, who sends resubmissions of it. */
async function createSender() {
  const { deps } = server
  const member = await createMember(deps)
  const headers = await createMemberSession(deps, member)
  const [bytes, fields] = [await createRandomPhoto(), receiptFields(deps, merchantId)]
  const send = async (corrects: number | string, more: Record<string, string> = {}) => {
    const changed = { ...fields, invoice_number: receiptFields(deps, merchantId).invoice_number, ...more, corrects }
    return sendReceipt(server, headers, changed, { bytes })
  }
  const correct = async (id: number): Promise<number> => (await send(id)).json().data.id
  const links = async (id: number) => {
    const { data } = (await get(server, `/submissions/${id}`, headers)).body
    return [data?.corrects, data?.corrected_by]
  }
  return { headers, send, correct, links, rejected: await createRejectedReceipt(member.id) }
}

async function createRejectedReceipt(userId: number): Promise<number> {
  const { id } = await createSubmission(server.deps, { userId, merchantId })
  await desk.reject(id, 'Blurred')
  return id
}

test('S-7.10 D-41 a rejected receipt and its resubmission name each other, only in the details', async () => {
  const { headers, rejected, correct, links } = await createSender()
  expect(await links(rejected)).toEqual([null, null])
  const sent = await correct(rejected)
  expect(await links(sent)).toEqual([rejected, null])
  expect(await links(rejected)).toEqual([null, sent])
  const listed = await server.app.inject({ url: '/api/submissions', headers })
  expect(listed.json().data).toHaveLength(2)
  expect(listed.body).not.toContain('corrects')
  expect(listed.body).not.toContain('corrected_by')
})

test('S-7.10 D-41 of several resubmissions the newest that is not rejected counts, else the newest', async () => {
  const { rejected, correct, links } = await createSender()
  const [first, second] = [await correct(rejected), await correct(rejected)]
  expect(await links(rejected)).toEqual([null, second])
  await desk.reject(second, 'Blurred again')
  expect(await links(rejected)).toEqual([null, first])
  await desk.reject(first, 'Blurred again')
  expect(await links(rejected)).toEqual([null, second])
})

test('S-7.09 D-08 a receipt that was never rejected, is another member’s or is unknown cannot be resubmitted, and reveals nothing', async () => {
  const { send, links, correct, rejected } = await createSender()
  const stranger = await createSender()
  const pending = await correct(rejected)
  for (const id of [pending, stranger.rejected, 999_999_999]) {
    const answer = await send(id)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.corrects).toBeNull()
  }
  expect(await stranger.links(stranger.rejected)).toEqual([null, null])
  expect(await links(pending)).toEqual([rejected, null])
  const broken = await send('x')
  expect([broken.statusCode, broken.json().errors]).toEqual([422, { corrects: [texts.invalidId] }])
})

test('D-40 a repeat that corrects another receipt has a different body', async () => {
  const { headers, rejected } = await createSender()
  const fields = receiptFields(server.deps, merchantId)
  const bytes = await createRandomPhoto()
  const keyed = { ...headers, 'idempotency-key': 'draft-1' }
  const first = await sendReceipt(server, keyed, { ...fields, corrects: rejected }, { bytes })
  const again = await sendReceipt(server, keyed, { ...fields, corrects: rejected }, { bytes })
  expect([first.statusCode, again.json().data.id]).toEqual([201, first.json().data.id])
  const other = await sendReceipt(server, keyed, fields, { bytes })
  expect(other.json().errors).toEqual({ idempotency_key: [texts.keyReused] })
})

test('D-90 D-41 a rejected receipt whose resubmission was approved cannot be appealed, and its details say so', async () => {
  const { headers, rejected, correct } = await createSender()
  const appeal = () => post(server, `/submissions/${rejected}/appeal`, { message: 'Please look again.' }, { headers })
  const shown = async () => (await get(server, `/submissions/${rejected}`, headers)).body.data
  const sent = await correct(rejected)
  expect(await shown()).toMatchObject({ approved_instead: null })
  await desk.approve(sent)
  expect(await shown()).toMatchObject({ status: 'rejected', approved_instead: sent })
  expect(await appeal()).toMatchObject({
    status: 409,
    body: {
      message: "This purchase was already approved in another receipt, so this decision can't be appealed.",
      submission_id: sent,
    },
  })
  await desk.undo(sent)
  expect(await shown()).toMatchObject({ approved_instead: null })
  expect((await appeal()).status).toBe(201)
})

test('S-7.10 D-41 the details say whether a rejected receipt may be sent again: not when the purchase has earned already', async () => {
  const { headers, rejected } = await createSender()
  const shown = async (id: number) => (await get(server, `/submissions/${id}`, headers)).body.data?.may_send_again
  expect(await shown(rejected)).toBe(true)
  await desk.undo(rejected)
  expect(await shown(rejected)).toBeUndefined()
  await desk.decide({ id: rejected, status: 'rejected', reason: 'It earned already.', reason_code: 'already_used' })
  expect(await shown(rejected)).toBe(false)
})

for (const reason_code of ['already_used', 'not_partner', 'too_old'] as const)
  test(`S-7.10 D-41 after a resubmission was rejected as ${reason_code}, no receipt of the purchase may be sent again`, async () => {
    const { headers, rejected: first, correct } = await createSender()
    const canResubmit = (ids: number[]) =>
      Promise.all(ids.map(async (id) => (await get(server, `/submissions/${id}`, headers)).body.data?.may_send_again))
    const second = await correct(first)
    await desk.reject(second, 'Still blurred')
    const third = await correct(second)
    expect(await canResubmit([first, second, third])).toEqual([true, true, undefined])
    await desk.decide({ id: third, status: 'rejected', reason: 'It cannot earn.', reason_code })
    expect(await canResubmit([first, second, third])).toEqual([false, false, false])
    await desk.undo(third)
    await desk.decide({ id: third, status: 'rejected', reason: 'Cut off', reason_code: 'cut_off' })
    expect(await canResubmit([first, second, third])).toEqual([true, true, true])
  })
