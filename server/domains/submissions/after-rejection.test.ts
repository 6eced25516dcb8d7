import { APPEAL_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import type { Desk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { makeAppeal } from './submissions.service.ts'

const MESSAGE = 'The total can be read.\nPlease look again.'

const server = serverForTests()
const people = actorsOf(server)
let desk: Desk
let merchantId: number
beforeAll(async () => {
  desk = await people.reviewer()
  merchantId = (await createMerchant(server.deps)).id
})

type Shown = {
  data: {
    status: string
    appeal: { message: string; outcome: string | null }
    corrects: number | null
    corrected_by: number | null
    may_send_again?: boolean
  }
}

/** A member with a rejected receipt, who appeals the rejection or sends resubmissions. */
async function createRejected() {
  const member = await people.member()
  const make = async (corrects?: number) =>
    (await insertReceipt(server.deps, { userId: member.id, merchantId, ...(corrects && { corrects }) })).id
  const rejected = await make()
  await desk.reject(rejected, 'Blurred')
  const shown = async (id: number) => (await member.call<Shown>('GET', `/submissions/${id}`)).data
  return {
    ...member,
    rejected,
    make,
    shown,
    appeal: (message: unknown = MESSAGE, id = rejected) =>
      member.call('POST', `/submissions/${id}/appeal`, { message }),
    resubmit: (corrects: number | string) => member.submit(merchantId, { corrects }),
    links: async (id: number) => {
      const { corrects, corrected_by } = await shown(id)
      return [corrects, corrected_by]
    },
    /** Of each receipt whether it may be sent again. */
    mayAgain: (...ids: number[]) => Promise.all(ids.map(async (id) => (await shown(id)).may_send_again)),
  }
}

test('S-4.07 D-90 a member appeals a rejection with a message, and then sees the appeal everywhere', async () => {
  const { rejected: id, appeal, shown, call, make } = await createRejected()
  const unappealed = await make()
  const { status, data } = await appeal(`  ${MESSAGE} `)
  const created_at = expect.stringMatching(/^\d{4}-.*Z$/)
  const made = { message: MESSAGE, created_at, outcome: null, answer: null, answered_at: null }
  expect(status).toBe(201)
  expect(data).toMatchObject({ id, status: 'rejected', rejection_reason: 'Blurred', appeal: made })
  expect(await shown(id)).toEqual(data)
  expect((await call<{ data: object[] }>('GET', '/submissions')).data).toMatchObject([
    { id: unappealed, appeal: null },
    { id, appeal: made },
  ])
})

test('D-90 only a rejection is appealed, once; the appeal rests while its rejection is undone, and is open again after another', async () => {
  const { rejected, make, appeal, shown } = await createRejected()
  const impossible = { status: 409, message: texts.appealNotPossible }
  expect(await appeal(MESSAGE, await make())).toMatchObject(impossible)
  const answers = await Promise.all([appeal(), appeal(), appeal()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const open = { message: MESSAGE, outcome: null }
  await desk.undo(rejected)
  expect(await shown(rejected)).toMatchObject({ status: 'pending', appeal: open })
  expect(await appeal()).toMatchObject(impossible)
  await desk.reject(rejected, 'Still blurred')
  expect(await shown(rejected)).toMatchObject({ status: 'rejected', appeal: open })
  expect(await appeal()).toMatchObject({ status: 409, message: texts.appealedAlready })
})

test('D-08 D-92 appealing another member’s rejection is a 404, and a deleted account cannot appeal', async () => {
  const [{ id: userId, rejected }, stranger] = [await createRejected(), await createRejected()]
  for (const other of [rejected, 999_999_999])
    expect(await stranger.appeal(MESSAGE, other)).toMatchObject({ status: 404, message: texts.notFound })
  await server.sql('UPDATE users SET deleted_at = $2 WHERE id = $1', [userId, server.deps.now()])
  const appeal = makeAppeal(server.deps, { userId, submissionId: rejected, message: MESSAGE })
  await expect(appeal).rejects.toMatchObject({ status: 401, message: texts.unauthenticated })
})

test('D-90 an appeal needs a text that is not too long, and the 21st of an hour is a 429 that says when to try again', async () => {
  const { appeal } = await createRejected()
  for (const [message, text] of [
    [' \n ', texts.appealRequired],
    [7, texts.appealRequired],
    ['x'.repeat(APPEAL_MAX + 1), texts.tooLong(APPEAL_MAX)],
    ['a\0b', texts.invalidText],
  ] as const)
    expect(await appeal(message)).toMatchObject({ status: 422, errors: { message: [text] } })
  expect((await appeal('x'.repeat(APPEAL_MAX))).status).toBe(201)
  const others = await Promise.all(Array.from({ length: 19 }, () => appeal()))
  expect(others.map(({ status }) => status)).toEqual(Array(19).fill(409))
  const { status, retryAfter } = await appeal()
  expect([status, retryAfter > 3000]).toEqual([429, true])
})

test('S-7.10 D-41 a rejected receipt and its newest resubmission that is not rejected, else the newest, name each other, only in the details', async () => {
  const { call, rejected, resubmit, make, links } = await createRejected()
  expect(await links(rejected)).toEqual([null, null])
  const first = (await resubmit(rejected)).data.id
  expect([await links(first), await links(rejected)]).toEqual([
    [rejected, null],
    [null, first],
  ])
  const { data } = await call<{ data: object[] }>('GET', '/submissions')
  expect(data).toHaveLength(2)
  expect(JSON.stringify(data)).not.toMatch(/corrects|corrected_by/)
  const second = await make(rejected)
  expect(await links(rejected)).toEqual([null, second])
  await desk.reject(second, 'Blurred again')
  expect(await links(rejected)).toEqual([null, first])
  await desk.reject(first, 'Blurred again')
  expect(await links(rejected)).toEqual([null, second])
})

test('S-7.09 D-08 a receipt that was never rejected, is another member’s or is unknown cannot be resubmitted, and reveals nothing', async () => {
  const [{ resubmit, links, make, rejected }, stranger] = [await createRejected(), await createRejected()]
  const pending = await make(rejected)
  for (const id of [pending, stranger.rejected, 999_999_999])
    expect(await resubmit(id)).toMatchObject({ status: 201, data: { corrects: null } })
  expect(await stranger.links(stranger.rejected)).toEqual([null, null])
  expect(await links(pending)).toEqual([rejected, null])
  expect(await resubmit('x')).toMatchObject({ status: 422, errors: { corrects: [texts.invalidId] } })
})

test('D-90 D-41 a rejected receipt whose resubmission was approved cannot be appealed, and its details say so', async () => {
  const { rejected, make, shown, appeal } = await createRejected()
  const sent = await make(rejected)
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

test.each(['already_used', 'not_partner', 'too_old'] as const)(
  'S-7.10 D-41 after a resubmission was rejected as %s, no receipt of the purchase may be sent again',
  async (reason_code) => {
    const { rejected: first, make, mayAgain } = await createRejected()
    const second = await make(first)
    await desk.reject(second, 'Still blurred')
    const third = await make(second)
    expect(await mayAgain(first, second, third)).toEqual([true, true, undefined])
    await desk.decide({ id: third, status: 'rejected', reason: 'It cannot earn.', reason_code })
    expect(await mayAgain(first, second, third)).toEqual([false, false, false])
    await desk.undo(third)
    await desk.decide({ id: third, status: 'rejected', reason: 'Cut off', reason_code: 'cut_off' })
    expect(await mayAgain(first, second, third)).toEqual([true, true, true])
  },
)
