import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import type { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, createSubmission, receiptFields } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeAll(async () => {
  desk = await people.reviewer()
  merchantId = (await createMerchant(server.deps)).id
})

type Shown = { status: string; corrects: number | null; corrected_by: number | null; may_send_again?: boolean }

/** A member with a rejected receipt, who sends resubmissions of it. */
async function createSender() {
  const member = await people.member()
  const bytes = await createRandomPhoto()
  const { id: rejected } = await createSubmission(server.deps, { userId: member.id, merchantId })
  await desk.reject(rejected, 'Blurred')
  const send = (corrects: number | string) => member.submit(merchantId, { corrects }, { bytes })
  const shown = async (id: number) => (await member.call<{ data: Shown }>('GET', `/submissions/${id}`)).data
  return {
    ...member,
    rejected,
    send,
    shown,
    correct: async (id: number) => (await send(id)).data.id,
    links: async (id: number) => {
      const { corrects, corrected_by } = await shown(id)
      return [corrects, corrected_by]
    },
    /** Of each receipt whether it may be sent again. */
    mayAgain: (...ids: number[]) => Promise.all(ids.map(async (id) => (await shown(id)).may_send_again)),
    appeal: () => member.call('POST', `/submissions/${rejected}/appeal`, { message: 'Please look again.' }),
  }
}

test('S-7.10 D-41 a rejected receipt and its resubmission name each other, only in the details', async () => {
  const { call, rejected, correct, links } = await createSender()
  expect(await links(rejected)).toEqual([null, null])
  const sent = await correct(rejected)
  expect([await links(sent), await links(rejected)]).toEqual([
    [rejected, null],
    [null, sent],
  ])
  const { data } = await call<{ data: object[] }>('GET', '/submissions')
  expect(data).toHaveLength(2)
  expect(JSON.stringify(data)).not.toMatch(/corrects|corrected_by/)
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
  const [{ send, links, correct, rejected }, stranger] = [await createSender(), await createSender()]
  const pending = await correct(rejected)
  for (const id of [pending, stranger.rejected, 999_999_999])
    expect(await send(id)).toMatchObject({ status: 201, data: { corrects: null } })
  expect(await stranger.links(stranger.rejected)).toEqual([null, null])
  expect(await links(pending)).toEqual([rejected, null])
  expect(await send('x')).toMatchObject({ status: 422, errors: { corrects: [texts.invalidId] } })
})

test('D-40 a repeat that corrects another receipt has a different body', async () => {
  const { submit, rejected } = await createSender()
  const fields = receiptFields(server.deps, merchantId)
  const keyed = { key: 'draft-1', bytes: await createRandomPhoto() }
  const send = (more: object) => submit(merchantId, { ...fields, ...more }, keyed)
  const [first, again] = [await send({ corrects: rejected }), await send({ corrects: rejected })]
  expect([first.status, again.data.id]).toEqual([201, first.data.id])
  expect((await send({})).errors).toEqual({ idempotency_key: [texts.keyReused] })
})

test('D-90 D-41 a rejected receipt whose resubmission was approved cannot be appealed, and its details say so', async () => {
  const { rejected, correct, shown, appeal } = await createSender()
  const sent = await correct(rejected)
  expect(await shown(rejected)).toMatchObject({ approved_instead: null })
  await desk.approve(sent)
  expect(await shown(rejected)).toMatchObject({ status: 'rejected', approved_instead: sent })
  expect(await appeal()).toMatchObject({
    status: 409,
    message: "This purchase was already approved in another receipt, so this decision can't be appealed.",
    submission_id: sent,
  })
  await desk.undo(sent)
  expect(await shown(rejected)).toMatchObject({ approved_instead: null })
  expect((await appeal()).status).toBe(201)
})

test('S-7.10 D-41 the details say whether a rejected receipt may be sent again: not when the purchase has earned already', async () => {
  const { rejected, mayAgain } = await createSender()
  expect(await mayAgain(rejected)).toEqual([true])
  await desk.undo(rejected)
  expect(await mayAgain(rejected)).toEqual([undefined])
  await desk.decide({ id: rejected, status: 'rejected', reason: 'It earned already.', reason_code: 'already_used' })
  expect(await mayAgain(rejected)).toEqual([false])
})

test.each(['already_used', 'not_partner', 'too_old'] as const)(
  'S-7.10 D-41 after a resubmission was rejected as %s, no receipt of the purchase may be sent again',
  async (reason_code) => {
    const { rejected: first, correct, mayAgain } = await createSender()
    const second = await correct(first)
    await desk.reject(second, 'Still blurred')
    const third = await correct(second)
    expect(await mayAgain(first, second, third)).toEqual([true, true, undefined])
    await desk.decide({ id: third, status: 'rejected', reason: 'It cannot earn.', reason_code })
    expect(await mayAgain(first, second, third)).toEqual([false, false, false])
    await desk.undo(third)
    await desk.decide({ id: third, status: 'rejected', reason: 'Cut off', reason_code: 'cut_off' })
    expect(await mayAgain(first, second, third)).toEqual([true, true, true])
  },
)
