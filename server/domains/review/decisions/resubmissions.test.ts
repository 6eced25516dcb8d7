import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createRandomPhoto, createSubmission, receiptFields } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'
import { findBalance } from '../../wallet/wallet.store.ts'
import { signOffer } from '../bulk/bulk-offer.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
let merchantId: number
beforeAll(async () => {
  operators = await createReversalDesks(server)
  merchantId = (await createMerchant(server.deps)).id
})

/** A rejected receipt, whose member can send it again under another invoice number. */
async function createRejected() {
  const member = await people.member()
  const { id: original } = await createSubmission(server.deps, { userId: member.id, merchantId })
  await operators.desk.reject(original, 'Another number')
  const correct = async (corrects: number): Promise<number> => {
    const fields = { ...receiptFields(server.deps, merchantId), corrects }
    return (await member.send(fields, { bytes: await createRandomPhoto() })).json().data.id
  }
  return { userId: member.id, original, correct }
}

/** A rejected receipt and its resubmission. */
async function createResubmission() {
  const rejected = await createRejected()
  return { ...rejected, corrected: await rejected.correct(rejected.original) }
}

async function appeal({ userId, original: submissionId }: { userId: number; original: number }): Promise<number> {
  await makeAppeal(server.deps, { userId, submissionId, message: 'Please look again.' })
  return (await operators.manager.appeals()).data.find(({ item }) => item.id === submissionId)?.id ?? 0
}

async function reopen(given: { userId: number; original: number }) {
  expect((await operators.manager.answer(await appeal(given), 'reopened')).status).toBe(201)
}

const balance = (userId: number) => findBalance(server.deps.db.pool, userId)
const rejection = (approved: number) => ({
  status: 409,
  message: texts.resubmissionApproved(approved),
  submission_id: approved,
})

test('D-41 D-90 a reopened original and its resubmission are not both approved, at once or later', async () => {
  const { userId, original, corrected } = await createResubmission()
  await reopen({ userId, original })
  const ids = [original, corrected]
  const answers = await Promise.all(ids.map((id) => operators.desk.approve(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const approved = answers.find(({ status }) => status === 201)?.data.id ?? 0
  const left = ids.find((id) => id !== approved) ?? 0
  expect(await operators.desk.approve(left)).toMatchObject(rejection(approved))
  expect(await balance(userId)).toBe(2)
  expect((await operators.desk.reject(left, 'Earned already')).status).toBe(201)
})

test('D-41 after the approval is undone, the other one of the two can be approved', async () => {
  const { userId, original, corrected } = await createResubmission()
  await reopen({ userId, original })
  await operators.desk.approve(original)
  expect(await operators.desk.approve(corrected)).toMatchObject(rejection(original))
  await operators.desk.undo(original)
  expect((await operators.desk.approve(corrected)).status).toBe(201)
  expect(await balance(userId)).toBe(2)
})

test('D-41 D-45 two resubmissions, or a resubmission of a resubmission and the original, are not both approved, not even by a reversal', async () => {
  const { userId, original, corrected, correct } = await createResubmission()
  const second = await correct(original)
  await operators.desk.reject(corrected, 'Still another number')
  const third = await correct(corrected)
  expect((await operators.desk.approve(third)).status).toBe(201)
  expect(await operators.desk.approve(second)).toMatchObject(rejection(third))
  server.travel(10_001)
  for (const id of [original, corrected])
    expect(await operators.reverse(id, { status: 'approved' })).toMatchObject(rejection(third))
  expect(await balance(userId)).toBe(2)
})

test('D-41 D-45 a resubmission can be approved in bulk, its reopened original cannot', async () => {
  const { userId, original, corrected } = await createResubmission()
  await reopen({ userId, original })
  const ids = [corrected, original]
  const offer = signOffer(server.deps, operators.desk.id, ids)
  server.travel(1000)
  const { left_out } = await operators.desk.approveBulk(ids, offer)
  expect(left_out).toEqual([{ id: original, reason: texts.hasNewSignal }])
})

test('D-41 D-90 a receipt sent from a form that was open when the original was reopened is still its resubmission', async () => {
  const { userId, original, correct } = await createRejected()
  await reopen({ userId, original })
  const corrected = await correct(original)
  expect((await operators.desk.approve(corrected)).status).toBe(201)
  expect(await operators.desk.approve(original)).toMatchObject(rejection(corrected))
})

test('D-41 D-45 D-90 an original whose resubmission is approved cannot be reopened', async () => {
  const { userId, original, corrected } = await createResubmission()
  const appealed = await appeal({ userId, original })
  expect((await operators.desk.approve(corrected)).status).toBe(201)
  expect(await operators.manager.answer(appealed, 'reopened')).toMatchObject(rejection(corrected))
  server.travel(10_001)
  expect(await operators.reverse(original, { status: 'pending' })).toMatchObject(rejection(corrected))
  expect((await operators.manager.answer(appealed, 'kept')).status).toBe(201)
})
