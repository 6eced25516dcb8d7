import { expect, test } from 'vitest'
import { createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createRandomPhoto, createSubmission, insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'

const server = serverForTests()
const people = actorsOf(server)
const sql = (text: string, ...values: unknown[]) => rowsOf(server, text, ...values)
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test('D-52 the history of a submission shows everything that happened to it: who, when and why; that of an unknown one is a 404', async () => {
  const { deps } = server
  const [desk, manager] = [await people.reviewer(), await people.manager({ name: 'Tan Mei Fong' })]
  const [{ id, userId, merchantId, invoiceNo }, other] = [await insertReceipt(deps), await insertReceipt(deps)]
  await desk.escalate(id, 'Odd stamp')
  const corrections = { merchant_id: other.merchantId, invoice_number: '13' }
  expect((await manager.decide({ id, status: 'approved', corrections })).status).toBe(201)
  await manager.undo(id)
  await manager.reject(id, 'Too dark')
  await makeAppeal(deps, { userId, submissionId: id, message: 'Look again <b>' })
  await manager.answer((await manager.appeals()).data[0]?.id ?? 0, 'kept', 'It stays.')
  const corrected = await insertReceipt(deps, { userId, merchantId, corrects: id })
  const data = await desk.history(id)
  const operator = { id: manager.id, name: 'Tan Mei Fong' }
  const answer = { outcome: 'kept', text: 'It stays.', operator, created_at: INSTANT }
  const picture = { url: expect.stringMatching(/^\/files\/receipts\//), placeholder: expect.any(String) }
  expect(data).toMatchObject({
    ...{ id, status: 'rejected', rejection_reason: 'Too dark', corrects: null, corrected_by: [corrected.id] },
    member: { id: userId, name: 'Aina Rahman', email: expect.stringContaining('@') },
    merchant: { id: merchantId, name: 'Kopi Kita' },
    picture: { ...picture, width: 60, height: 120 },
    appeal: { message: 'Look again <b>', created_at: INSTANT, answer },
    decisions: [
      { status: 'approved', stamps: 2, operator, taken_back: { operator, created_at: INSTANT, reversal: null } },
      { status: 'rejected', stamps: 0, reason: 'Too dark', operator, created_at: INSTANT, taken_back: null },
    ],
  })
  expect(data.decisions[0]?.corrections.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    { field: 'invoice_number', typed: invoiceNo, corrected: '13' },
    { field: 'merchant_id', typed: 'Kopi Kita', corrected: 'Kopi Kita' },
  ])
  const by = { id: desk.id, name: 'Devi Nair' }
  expect(data.escalation).toEqual({ note: 'Odd stamp', created_at: INSTANT, operator: by })
  expect(data.ledger.map(({ kind, stamps }) => `${kind} ${stamps}`)).toEqual(['undo -2', 'approval 2'])
  expect((await desk.call('GET', '/submissions/999999999/history')).status).toBe(404)
})

test('D-43 D-55 a manager downloads the original file as an attachment, which is audited', async () => {
  const photo = await createRandomPhoto()
  const { id, userId } = await createSubmission(server.deps, { photo })
  const manager = await people.manager()
  const signedIn = await createOperatorSession(server.deps, manager)
  const take = () => server.app.inject({ url: `/api/console/submissions/${id}/original`, headers: signedIn })
  const { statusCode, headers, rawPayload } = await take()
  expect([statusCode, rawPayload.equals(photo)]).toEqual([200, true])
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="receipt-${id}.jpg"`,
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const audit = "SELECT operator_id FROM audit_entries WHERE subject_kind = 'submission' AND subject_id = $1"
  expect(await sql(audit, id)).toEqual([{ operator_id: manager.id }])
  const remove = 'SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL'
  await sql(`UPDATE submissions ${remove} WHERE user_id = $1`, userId)
  expect((await take()).statusCode).toBe(404)
})
