import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { reversalMail } from './reversals.mail.ts'

const server = serverForTests()
const people = actorsOf(server)
checkedLedger(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})

test('D-45 D-46 the owner gets a mail with the new status and the reason, unless it was reversed again meanwhile', async () => {
  const { reverse, decided } = operators
  const member = await people.member({ name: 'Aina <b>' })
  const { id, invoiceNo } = await decided('approved', { userId: member.id })
  await reverse(id, { status: 'rejected', reason: 'A copy <b>.' })
  const [job] = await takeWaitingMail(server)
  expect(job).toMatchObject({ kind: 'reversal', seconds: 15 })
  const mails = catchMail(server)
  const send = reversalMail(server.deps)
  await send(job?.id ?? 0)
  expect(mails).toMatchObject([{ to: member.email, subject: 'The decision on your receipt has changed' }])
  for (const text of [
    'A manager has checked your receipt of RM\u202f25.00 from Kopi Kita dated ',
    ` (invoice ${invoiceNo}) again.`,
    'It was approved and is now rejected. The 2 stamps it earned no longer count.',
    'Reason: A copy <b>.',
    `http://stampus.test/app/submissions/${id}\n`,
  ])
    expect(mails[0]?.text).toContain(text)
  expect(mails[0]?.html).toContain('A copy &lt;b&gt;.')
  server.travel(10_001)
  await reverse(id, { status: 'approved' })
  await takeWaitingMail(server)
  await send(job?.id ?? 0)
  expect(mails).toHaveLength(1)
  const waiting = await decided('rejected', { userId: member.id })
  await reverse(waiting.id, { status: 'pending' })
  const [reopenedJob] = await takeWaitingMail(server)
  expect(reopenedJob).toMatchObject({ kind: 'reversal', seconds: 0 })
  await send(reopenedJob?.id ?? 0)
  expect(mails[1]?.text).toContain('It was rejected and will be reviewed again.')
})

test('D-102 a receipt that is withdrawn before the mail about its reversal is sent gets no mail', async () => {
  const member = await people.member()
  const { id } = await operators.decided('approved', { userId: member.id })
  await operators.reverse(id, { status: 'pending' })
  const [job] = await takeWaitingMail(server)
  expect(job).toMatchObject({ kind: 'reversal' })
  expect((await member.call('POST', `/submissions/${id}/withdrawal`, {})).status).toBe(200)
  const mails = catchMail(server)
  await reversalMail(server.deps)(job?.id ?? 0)
  expect(mails).toEqual([])
})
