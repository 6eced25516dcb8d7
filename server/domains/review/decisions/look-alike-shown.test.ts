import type { Signal } from '@stampus/contract/console/signals'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { confirm, listConfirmable } from '../../../../tests/support/api/confirmations.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
let desk: Desk
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
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
  const approved = await createSubmission(deps, { merchantId, date: yesterday })
  const typed = await createSubmission(deps, { merchantId, ...given })
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

test('D-41 D-101 the same goes for the second operator when that receipt was approved after the request', async () => {
  const { approved, typed, decision } = await createMistypedReceipt({ amountSen: 60_000 })
  const request = (await desk.decide(decision)).data.confirmation?.id ?? 0
  expect((await desk.approve(approved.id)).status).toBe(201)
  const second = await people.reviewer()
  const [shown] = (await listConfirmable(second)).filter(({ submission_id }) => submission_id === typed.id)
  expect(shown?.item).toMatchObject({ approved_alike: [] })
  const answer: ConflictAnswer = await confirm(second, request)
  expect([answer.status, answer.message, unseenIn(answer)]).toEqual([409, texts.alikeApproved, [approved.id]])
  expect((await confirm(second, request, [approved.id])).status).toBe(201)
})

test('D-50 D-51 an approved look-alike with a conflict of interest is not revealed and does not block an approval', async () => {
  const photo = await createRandomPhoto()
  const [first, second] = [
    await createSubmission(server.deps, { photo }),
    await createSubmission(server.deps, { photo }),
  ]
  const conflicted = await people.reviewer()
  await conflicted.join(first.merchantId)
  expect((await desk.approve(first.id)).status).toBe(201)
  expect((await conflicted.renew(second.id)).data).toMatchObject({
    signals: [{ kind: 'same_file' }],
    approved_alike: [],
  })
  expect((await conflicted.approve(second.id)).status).toBe(201)
})

test('D-45 D-51 a reversal to an approval is rejected until the manager has seen the approved look-alikes', async () => {
  const photo = await createRandomPhoto()
  const rejected = await operators.decided('rejected', { photo })
  const approved = await operators.decided('approved', { photo })
  const answer: ConflictAnswer = await operators.reverse(rejected.id, { status: 'approved' })
  expect([answer.status, answer.message, unseenIn(answer)]).toEqual([409, texts.alikeApproved, [approved.id]])
  expect((await operators.history(rejected.id)).status).toBe('rejected')
  const seen = { status: 'approved', approved_alike: [approved.id] }
  expect((await operators.reverse(rejected.id, seen)).status).toBe(201)
})

test('D-45 D-101 the same goes for a second manager who confirms the reversal', async () => {
  const photo = await createRandomPhoto()
  const rejected = await operators.decided('rejected', { photo, amountSen: 60_000 })
  const second = await people.manager()
  const asked = await operators.reverse(rejected.id, { status: 'approved' })
  const request = asked.data.confirmations.at(-1)?.id ?? 0
  const { id } = await operators.decided('approved', { photo })
  const answer: ConflictAnswer = await confirm(second, request)
  expect([answer.status, answer.message, unseenIn(answer)]).toEqual([409, texts.alikeApproved, [id]])
  expect((await confirm(second, request, [id])).status).toBe(201)
})

test('D-41 D-45 when a receipt is reversed to approved while its look-alike is approved, the second of the two is rejected', async () => {
  for (let round = 0; round < 6; round += 1) {
    const photo = await createRandomPhoto()
    const rejected = await operators.decided('rejected', { photo })
    const waiting = await createSubmission(server.deps, { photo })
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
