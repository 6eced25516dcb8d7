import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import {
  type CreatedSubmission,
  createRandomPhoto,
  insertReceipt,
  receiptFields,
} from '../../../../tests/support/api/submissions.ts'
import { countWaiting, rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/submissions.service.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)

/** Each revokes a rejection and returns the status of its call. */
const revocations: Record<string, (desk: Desk, made: CreatedSubmission) => Promise<number>> = {
  'an undo': async (desk, { id }) => (await desk.undo(id)).status,
  'an answer to an appeal': async (_, { id, userId }) => {
    await makeAppeal(server.deps, { userId, submissionId: id, message: 'Please look again.' })
    const text = 'SELECT id FROM appeals WHERE submission_id = $1'
    const [appeal] = await rowsOf<{ id: number }>(server, text, id)
    return (await (await people.manager()).answer(appeal?.id ?? 0, 'reopened', 'We look again.')).status
  },
}

test.each(Object.keys(revocations))(
  'D-41 D-45 %s and the same receipt sent again at once never deadlock',
  async (name) => {
    const { deps } = server
    const [desk, member] = [await people.reviewer(), await people.member()]
    const made = await insertReceipt(deps, { userId: member.id })
    await desk.reject(made.id, 'Blurred')
    const fields = { ...receiptFields(deps, made.merchantId, { invoice_number: made.invoiceNo }), corrects: made.id }
    const bytes = await createRandomPhoto()
    const client = await deps.db.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query({ text: 'SELECT FROM spot_checks WHERE submission_id = $1 FOR UPDATE', values: [made.id] })
      const revoking = revocations[name]?.(desk, made)
      await expect.poll(() => countWaiting(server)).toBe(1)
      const sentAgain = member.send(fields, { bytes })
      await expect.poll(() => countWaiting(server)).toBe(2)
      await client.query('ROLLBACK')
      expect([200, 201]).toContain(await revoking)
      expect((await sentAgain).statusCode).toBe(422)
    } finally {
      client.release(true)
    }
  },
)

test('D-45 while one approval hangs, the next one gets a 503 to try again, and succeeds once the first has ended', async () => {
  const { deps } = server
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const [hanging, next] = [await insertReceipt(deps), await insertReceipt(deps)]
  await desk.renew(hanging.id)
  await other.renew(next.id)
  const client = await deps.db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({ text: 'SELECT FROM leases WHERE submission_id = $1 FOR UPDATE', values: [hanging.id] })
    const first = desk.approve(hanging.id)
    await expect.poll(() => countWaiting(server)).toBe(1)
    const answer = await other.approve(next.id)
    expect([answer.status, answer.message]).toEqual([503, texts.unavailable])
    await client.query('ROLLBACK')
    expect((await first).status).toBe(201)
    expect((await other.approve(next.id)).status).toBe(201)
  } finally {
    client.release(true)
  }
})
