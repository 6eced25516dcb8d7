import { expect, test } from 'vitest'
import { createMemberSession } from '../../../tests/support/api/accounts.ts'
import { post } from '../../../tests/support/api/calls.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { approveNewSubmission, spotChecksAt } from '../../../tests/support/api/spot-checks.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { unzip } from '../../../tests/support/server/zip.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** The text of `data.json` in the export of a member. */
async function exportOf(userId: number): Promise<string> {
  const headers = await createMemberSession(server.deps, { id: userId })
  const { body } = await post(server, '/user/data-export', {}, { headers })
  const files = await unzip((await server.app.inject({ url: String(body.data?.url) })).rawPayload)
  return String(files.get('data.json'))
}

test('D-91 D-51 the export shows the fact corrections of a decision, its spot checks, and how a disagreement was settled', async () => {
  const [decider, checker] = [await createDesk(server, { name: 'Rosli' }), await createDesk(server, { name: 'Devi' })]
  const manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
  const shop = await createMerchant(server.deps, { name: 'Kedai Runcit Cahaya' })
  const submission = await approveNewSubmission(server, decider, { purchase_amount: '24.10' })
  const check = spotChecksAt(checker)
  const { id } = (await check.take()).data
  await check.giveVerdict(id, { status: 'rejected', reason_code: 'cut_off' })
  await check.undo(id)
  await check.giveVerdict(id, { status: 'approved', corrections: { merchant_id: String(shop.id) } })
  server.travel(11_000)
  expect((await spotChecksAt(manager).settle(id, { note: 'The logo is hidden.' })).status).toBe(201)

  const text = await exportOf(submission.userId)
  for (const name of ['Rosli', 'Devi', 'Tan Mei Fong']) expect(text).not.toContain(name)
  expect(JSON.parse(text).submissions[0].decisions).toEqual([
    {
      status: 'approved',
      reason: null,
      comments: null,
      corrections: [{ fact: 'amount', typed: '25.00', corrected: '24.10' }],
      decided_at: INSTANT,
      taken_back_at: null,
      reversal_reason: null,
      second_looks: [
        {
          outcome: 'rejected',
          reason_code: 'cut_off',
          corrections: [],
          looked_at: INSTANT,
          undone_at: INSTANT,
          settlement: null,
        },
        {
          outcome: 'approved',
          reason_code: null,
          corrections: [{ fact: 'merchant', typed: expect.any(String), corrected: 'Kedai Runcit Cahaya' }],
          looked_at: INSTANT,
          undone_at: null,
          settlement: { outcome: 'decision_kept', note: 'The logo is hidden.', settled_at: INSTANT },
        },
      ],
    },
  ])
})

test('D-91 D-45 the export gives the reason of a reversed decision', async () => {
  const { decided, reverse } = await createReversalDesks(server)
  const { id, userId } = await decided('rejected')
  await reverse(id, { reason: 'It can be read after all.' })
  expect(JSON.parse(await exportOf(userId)).submissions).toEqual([
    expect.objectContaining({
      status: 'pending',
      decisions: [expect.objectContaining({ reason: 'Too dark', reversal_reason: 'It can be read after all.' })],
    }),
  ])
})
