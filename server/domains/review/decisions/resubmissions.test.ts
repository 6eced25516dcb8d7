import { UNDO_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import {
  createRandomPhoto,
  createSubmission,
  receiptFields,
  sendReceipt,
} from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'
import { findBalance } from '../../wallet/wallet.store.ts'
import { signOffer } from '../bulk/bulk-offer.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
let operators: Awaited<ReturnType<typeof createReversalDesks>>
let merchantId: number
beforeAll(async () => {
  operators = await createReversalDesks(server)
  merchantId = (await createMerchant(server.deps)).id
})

/** A rejected receipt and its resubmission under another invoice number. */
async function createResubmission() {
  const { deps } = server
  const userId = (await createMember(deps)).id
  const first = await createSubmission(deps, { userId, merchantId })
  await operators.desk.reject(first.id, 'Another number')
  return { userId, original: first.id, corrected: await correct(userId, first.id) }
}

async function correct(userId: number, corrects: number): Promise<number> {
  const headers = await createMemberSession(server.deps, { id: userId })
  const fields = { ...receiptFields(server.deps, merchantId), corrects }
  const sent = await sendReceipt(server, headers, fields, { bytes: await createRandomPhoto() })
  return sent.json().data.id
}

async function appeal({ userId, submissionId }: { userId: number; submissionId: number }): Promise<number> {
  await makeAppeal(server.deps, { userId, submissionId, message: 'Please look again.' })
  return (await operators.manager.appeals()).data.find(({ item }) => item.id === submissionId)?.id ?? 0
}

async function reopen(given: { userId: number; submissionId: number }) {
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
  await reopen({ userId, submissionId: original })
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
  await reopen({ userId, submissionId: original })
  await operators.desk.approve(original)
  expect(await operators.desk.approve(corrected)).toMatchObject(rejection(original))
  await operators.desk.undo(original)
  expect((await operators.desk.approve(corrected)).status).toBe(201)
  expect(await balance(userId)).toBe(2)
})

test('D-41 D-45 two resubmissions, or a resubmission of a resubmission and the original, are not both approved, not even by a reversal', async () => {
  const { userId, original, corrected } = await createResubmission()
  const second = await correct(userId, original)
  await operators.desk.reject(corrected, 'Still another number')
  const third = await correct(userId, corrected)
  expect((await operators.desk.approve(third)).status).toBe(201)
  expect(await operators.desk.approve(second)).toMatchObject(rejection(third))
  server.travel(UNDO_MS + 1)
  for (const id of [original, corrected])
    expect(await operators.reverse(id, { status: 'approved' })).toMatchObject(rejection(third))
  expect(await balance(userId)).toBe(2)
})

test('D-41 D-45 a resubmission can be approved in bulk, its reopened original cannot', async () => {
  const { userId, original, corrected } = await createResubmission()
  await reopen({ userId, submissionId: original })
  const ids = [corrected, original]
  const offer = signOffer(server.deps, operators.desk.id, ids)
  server.travel(1000)
  const { left_out } = await operators.desk.call<{ left_out: { id: number; reason: string }[] }>('POST', '/bulk', {
    ids,
    offer,
  })
  expect(left_out).toEqual([{ id: original, reason: texts.hasNewSignal }])
})

test('D-41 D-90 a receipt sent from a form that was open when the original was reopened is still its resubmission', async () => {
  const userId = (await createMember(server.deps)).id
  const { id: original } = await createSubmission(server.deps, { userId, merchantId })
  await operators.desk.reject(original, 'Another number')
  await reopen({ userId, submissionId: original })
  const corrected = await correct(userId, original)
  expect((await operators.desk.approve(corrected)).status).toBe(201)
  expect(await operators.desk.approve(original)).toMatchObject(rejection(corrected))
})

test('D-41 D-45 D-90 an original whose resubmission is approved cannot be reopened', async () => {
  const { userId, original, corrected } = await createResubmission()
  const appealed = await appeal({ userId, submissionId: original })
  expect((await operators.desk.approve(corrected)).status).toBe(201)
  expect(await operators.manager.answer(appealed, 'reopened')).toMatchObject(rejection(corrected))
  server.travel(UNDO_MS + 1)
  expect(await operators.reverse(original, { status: 'pending' })).toMatchObject(rejection(corrected))
  expect((await operators.manager.answer(appealed, 'kept')).status).toBe(201)
})
