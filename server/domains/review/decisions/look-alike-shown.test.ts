import { randomUUID } from 'node:crypto'
import type { Signal } from '@stampus/contract/console/evidence'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { confirm } from '../../../../tests/support/api/confirmations.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/submissions.service.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
let desk: Desk
let operators: Awaited<ReturnType<typeof createReversalDesks>>
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
  desk = await people.reviewer()
  operators = await createReversalDesks(server)
})

type ConflictAnswer = { status: number; message: string; look_alikes?: Signal[] }
const unseenIn = (answer: ConflictAnswer) => answer.look_alikes?.map(({ submission_id }) => submission_id)

/** A receipt, and an approved one of the same merchant on another date whose number it should have. */
async function createMistypedReceipt(given: { amountSen?: number } = {}) {
  const { deps } = server
  const { id: merchantId } = await createMerchant(deps, { name: 'Kedai Buku Ilmu' })
  const yesterday = dayIn('Asia/Kuala_Lumpur', new Date(deps.now().getTime() - 86_400_000))
  const approved = await insertReceipt(deps, { merchantId, date: yesterday })
  const typed = await insertReceipt(deps, { merchantId, ...given })
  const corrections = { invoice_number: approved.invoiceNo }
  return { approved, typed, decision: { id: typed.id, status: 'approved', corrections } as const }
}

test('D-41 D-51 correcting a number to that of an approved receipt is rejected and shows that receipt; once seen, the reviewer can approve', async () => {
  const { approved, typed, decision } = await createMistypedReceipt()
  expect((await desk.approve(approved.id)).status).toBe(201)
  expect((await desk.renew(typed.id)).data).toMatchObject({ signals: [], approved_alike: [] })
  const answer: ConflictAnswer = await desk.decide(decision)
  expect([answer.status, answer.message]).toEqual([409, texts.alikeApproved])
  const what = `Possible duplicate of receipt ${approved.id}: invoice ${approved.invoiceNo} at Kedai Buku Ilmu`
  expect(answer.look_alikes).toEqual([
    {
      kind: 'same_invoice',
      text: expect.stringMatching(new RegExp(`^${what}, sent before by another member on .* \\(approved\\)$`)),
      submission_id: approved.id,
      picture: expect.objectContaining({ url: expect.any(String) }),
      is_hint: false,
    },
  ])
  expect((await desk.decide({ ...decision, approved_alike: [approved.id] })).status).toBe(201)
})

test.each([
  ['file', (merchant: number) => ({ merchantId: merchant, photo: 'crowd' })],
  ['purchase at another merchant', () => ({ invoiceNo: 'CROWD-1' })],
  ['paper', (merchant: number) => ({ merchantId: merchant })],
  ['paper, as was found later', (merchant: number) => ({ merchantId: merchant })],
])(
  'D-41 D-51 approved look-alikes are shown although 23 others, earlier and later, have the same %s',
  async (what, given) => {
    const ids: number[] = []
    for (let made = 0; made < 26; made += 1)
      ids.push((await insertReceipt(server.deps, { ...given(merchantId), date: '2026-11-01' })).id)
    const [early, late, id] = [ids[2], ids[22], ids[25]] as [number, number, number]
    for (const other of what.startsWith('paper') ? ids.slice(0, 25) : [])
      await server.sql(
        "INSERT INTO receipt_duplicates (submission_id, duplicate_id, found_by) VALUES ($1, $2, 'picture')",
        what === 'paper' ? [id, other] : [other, id],
      )
    await server.sql("UPDATE submissions SET status = 'approved' WHERE id IN ($1, $2)", [early, late])
    const answer: ConflictAnswer = await desk.decide({ id, status: 'approved' })
    expect([answer.status, answer.message, unseenIn(answer)]).toEqual([409, texts.alikeApproved, [late, early]])
  },
)

test('D-50 D-51 an approved look-alike with a conflict of interest is not revealed and does not block an approval', async () => {
  const photo = randomUUID()
  const [first, second] = [await insertReceipt(server.deps, { photo }), await insertReceipt(server.deps, { photo })]
  const conflicted = await people.reviewer()
  await conflicted.join(first.merchantId)
  expect((await desk.approve(first.id)).status).toBe(201)
  const text = `Possible duplicate of receipt ${first.id}, which you may not open: same picture, sent before`
  expect((await conflicted.renew(second.id)).data).toMatchObject({
    signals: [{ kind: 'same_file', text, picture: null }],
    approved_alike: [],
  })
  expect((await conflicted.approve(second.id)).status).toBe(201)
})

test('D-45 D-51 D-101 a reversal to an approval, or its confirmation, is rejected until the manager has seen the approved look-alikes', async () => {
  const photo = randomUUID()
  const { decided, reverse, history } = operators
  const [rejected, large] = [
    await decided('rejected', { photo }),
    await decided('rejected', { photo, amountSen: 60_000 }),
  ]
  const second = await people.manager()
  const request = (await reverse(large.id, { status: 'approved' })).data.confirmations.at(-1)?.id ?? 0
  const { id } = await decided('approved', { photo })
  const expectUnseen = (answer: ConflictAnswer) =>
    expect([answer.status, answer.message, unseenIn(answer)]).toEqual([409, texts.alikeApproved, [id]])
  expectUnseen(await reverse(rejected.id, { status: 'approved' }))
  expectUnseen(await confirm(second, request))
  expect((await history(rejected.id)).status).toBe('rejected')
  expect((await confirm(second, request, [id])).status).toBe(201)
  const approved_alike = [id, large.id]
  expect((await reverse(rejected.id, { status: 'approved', approved_alike })).status).toBe(201)
})

test('D-41 D-45 when a receipt is reversed to approved while its look-alike is approved, the second of the two is rejected', async () => {
  for (let round = 0; round < 3; round += 1) {
    const photo = randomUUID()
    const rejected = await operators.decided('rejected', { photo })
    const waiting = await insertReceipt(server.deps, { photo })
    const decision_id = await operators.findDecisionInForceId(rejected.id)
    const answers: ConflictAnswer[] = await Promise.all([
      operators.reverse(rejected.id, { decision_id, status: 'approved' }),
      desk.approve(waiting.id),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const isReversed = answers[0]?.status === 201
    expect(unseenIn(answers[isReversed ? 1 : 0] as ConflictAnswer)).toEqual([isReversed ? rejected.id : waiting.id])
  }
})

/** A rejected receipt, whose member can appeal or send it again under another invoice number. */
async function createRejected() {
  const { id: userId } = await people.member()
  const make = async (corrects?: number) =>
    (await insertReceipt(server.deps, { userId, merchantId, ...(corrects && { corrects }) })).id
  const original = await make()
  await operators.desk.reject(original, 'Another number')
  const appeal = async () => {
    await makeAppeal(server.deps, { userId, submissionId: original, message: 'Please look again.' })
    return (await operators.manager.appeals()).data.find(({ item }) => item.id === original)?.id ?? 0
  }
  return { userId, original, correct: make, appeal }
}

const balance = (userId: number) => findBalance(server.deps.db.pool, userId)
const rejection = (approved: number) => ({
  status: 409,
  message: texts.resubmissionApproved(approved),
  submission_id: approved,
})

test('D-41 D-90 a reopened original and a resubmission from a form that was open then are not both approved, at once or later, until the approval is undone', async () => {
  const { userId, original, correct, appeal } = await createRejected()
  expect((await operators.manager.answer(await appeal(), 'reopened')).status).toBe(201)
  const ids = [original, await correct(original)]
  const answers = await Promise.all(ids.map((id) => operators.desk.approve(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const approved = answers.find(({ status }) => status === 201)?.data.id ?? 0
  const left = ids.find((id) => id !== approved) ?? 0
  expect(await operators.desk.approve(left)).toMatchObject(rejection(approved))
  await operators.desk.undo(approved)
  expect((await operators.desk.approve(left)).status).toBe(201)
  expect(await balance(userId)).toBe(2)
})

test('D-41 D-45 D-90 of an original, its resubmissions and theirs only one is approved, not even by a reversal or after an appeal', async () => {
  const { userId, original, correct, appeal } = await createRejected()
  const appealed = await appeal()
  const [corrected, second] = [await correct(original), await correct(original)]
  await operators.desk.reject(corrected, 'Still another number')
  const third = await correct(corrected)
  expect((await operators.desk.approve(third)).status).toBe(201)
  expect(await operators.desk.approve(second)).toMatchObject(rejection(third))
  expect(await operators.manager.answer(appealed, 'reopened')).toMatchObject(rejection(third))
  server.travel(10_001)
  for (const id of [original, corrected])
    expect(await operators.reverse(id, { status: 'approved' })).toMatchObject(rejection(third))
  expect(await operators.reverse(original, { status: 'pending' })).toMatchObject(rejection(third))
  expect((await operators.manager.answer(appealed, 'kept')).status).toBe(201)
  expect(await balance(userId)).toBe(2)
})
