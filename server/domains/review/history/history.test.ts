import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import { expect, test } from 'vitest'
import { createOperator, createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'

const server = serverForTests()

type Shown = { status: number; data: SubmissionHistory }

const sql = (text: string, values: unknown[] = []) => server.deps.db.pool.query({ text, values })
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test('D-52 the history of a submission shows everything that happened to it: who, when and why', async () => {
  const { deps } = server
  const desk = await createDesk(server)
  const manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
  const { id, userId, merchantId } = await createSubmission(deps)
  await desk.approve(id)
  await desk.undo(id)
  await desk.reject(id, 'Too dark')
  await makeAppeal(deps, { userId, submissionId: id, message: 'Look again <b>' })
  const appealId = Number((await sql('SELECT id FROM appeals WHERE submission_id = $1', [id])).rows[0].id)
  await manager.answer(appealId, 'kept', 'It stays.')
  const corrected = await createSubmission(deps, { userId, merchantId })
  await sql('UPDATE submissions SET corrects = $2 WHERE id = $1', [corrected.id, id])
  const { status, data } = await desk.call<Shown>('GET', `/submissions/${id}/history`)
  const own = { id: desk.id, name: 'Devi Nair' }
  expect([status, data]).toEqual([
    200,
    expect.objectContaining({
      id,
      status: 'rejected',
      rejection_reason: 'Too dark',
      member: { id: userId, name: 'Aina Rahman', email: expect.stringContaining('@') },
      merchant: { id: merchantId, name: 'Kopi Kita' },
      picture: {
        url: expect.stringMatching(/^\/files\/receipts\//),
        placeholder: expect.any(String),
        width: 60,
        height: 120,
      },
      corrects: null,
      corrected_by: [corrected.id],
      appeal: {
        message: 'Look again <b>',
        created_at: INSTANT,
        answer: {
          outcome: 'kept',
          text: 'It stays.',
          operator: { id: manager.id, name: 'Tan Mei Fong' },
          created_at: INSTANT,
        },
      },
      escalation: null,
    }),
  ])
  expect(data.decisions).toMatchObject([
    {
      status: 'approved',
      stamps: 2,
      operator: own,
      created_at: INSTANT,
      taken_back: { operator: own, created_at: INSTANT, reversal: null },
    },
    { status: 'rejected', stamps: 0, reason: 'Too dark', operator: own, taken_back: null },
  ])
  expect(data.ledger.map(({ kind, stamps }) => [kind, stamps])).toEqual([
    ['undo', -2],
    ['approval', 2],
  ])
})

test('D-52 the history shows corrections with their decision, merchants by name, and escalations', async () => {
  const desk = await createDesk(server)
  const [{ id, merchantId }, other] = [await createSubmission(server.deps), await createSubmission(server.deps)]
  await desk.approve(id)
  await sql(
    `INSERT INTO fact_corrections (decision_id, submission_id, field, typed, corrected)
     SELECT d.id, $1, f.field, f.typed, f.corrected FROM decisions d,
       (VALUES ('merchant_id', $2::text, $3::text), ('invoice_number', '12', '13')) f(field, typed, corrected)
     WHERE d.submission_id = $1`,
    [id, String(merchantId), String(other.merchantId)],
  )
  await sql("INSERT INTO escalations (submission_id, operator_id, note) VALUES ($1, $2, 'Odd stamp')", [id, desk.id])
  const { data } = await desk.call<Shown>('GET', `/submissions/${id}/history`)
  expect(data.decisions[0]?.corrections.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    { field: 'invoice_number', typed: '12', corrected: '13' },
    { field: 'merchant_id', typed: 'Kopi Kita', corrected: 'Kopi Kita' },
  ])
  expect(data.escalation).toEqual({
    note: 'Odd stamp',
    created_at: INSTANT,
    operator: { id: desk.id, name: 'Devi Nair' },
  })
})

test('D-51 D-52 only managers see spot-check verdicts in the history', async () => {
  const [desk, checker] = [await createDesk(server), await createDesk(server, { name: 'Rosli' })]
  const manager = await createDesk(server, { role: 'manager' })
  const { id } = await createSubmission(server.deps)
  await desk.approve(id)
  await sql(
    `WITH drawn AS (SELECT id, created_at FROM decisions WHERE submission_id = $1),
       checked AS (INSERT INTO spot_checks (decision_id, submission_id, drawn_at) SELECT id, $1, created_at FROM drawn
         ON CONFLICT DO NOTHING)
     INSERT INTO spot_check_verdicts (decision_id, operator_id, status, reason_code, agrees)
     SELECT id, $2, 'rejected', 'unreadable', false FROM drawn`,
    [id, checker.id],
  )
  const findVerdict = async ({ call }: typeof desk) =>
    (await call<Shown>('GET', `/submissions/${id}/history`)).data.decisions[0]?.second_look
  expect(await findVerdict(manager)).toEqual({
    status: 'rejected',
    reason_code: 'unreadable',
    corrections: [],
    operator: { id: checker.id, name: 'Rosli' },
    created_at: INSTANT,
    settlement: null,
  })
  expect(await findVerdict(desk)).toBeNull()
})

test('D-52 the history of an unknown submission is a 404', async () => {
  expect((await (await createDesk(server)).call('GET', '/submissions/999999999/history')).status).toBe(404)
})

test('D-43 D-55 only a manager can download the original file; the download is an attachment and is audited', async () => {
  const photo = await createRandomPhoto()
  const { id, userId } = await createSubmission(server.deps, { photo })
  const [reviewer, manager] = [
    await createOperator(server.deps),
    await createOperator(server.deps, { role: 'manager' }),
  ]
  const take = async (operator: { id: number }) =>
    server.app.inject({
      url: `/api/console/submissions/${id}/original`,
      headers: await createOperatorSession(server.deps, operator),
    })
  expect((await take(reviewer)).statusCode).toBe(403)
  const { statusCode, headers, rawPayload } = await take(manager)
  expect([statusCode, rawPayload.equals(photo), headers]).toEqual([
    200,
    true,
    expect.objectContaining({
      'content-disposition': `attachment; filename="receipt-${id}.jpg"`,
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    }),
  ])
  const audit = () =>
    sql("SELECT operator_id FROM audit_entries WHERE subject_kind = 'submission' AND subject_id = $1", [id])
  expect((await audit()).rows).toEqual([{ operator_id: manager.id }])
  await sql(
    'UPDATE submissions SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL WHERE user_id = $1',
    [userId],
  )
  expect((await take(manager)).statusCode).toBe(404)
})
