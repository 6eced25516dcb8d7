import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)
checkedLedger(server)

test('D-51 D-55 an escalated receipt leaves the reviewers’ queue and comes first for managers, with note and name', async () => {
  const { deps } = server
  const reviewer = await people.reviewer({ name: 'Rosli' })
  const [other, manager] = [await people.reviewer(), await people.manager()]
  const older = (await createSubmission(deps)).id
  const { id } = await createSubmission(deps)
  expect((await reviewer.escalate(id, ' ')).errors).toEqual({ note: [texts.noteRequired] })
  expect(await reviewer.escalate(id, 'The shop says it is theirs.')).toMatchObject({
    status: 201,
    waiting: 2,
    escalated: 1,
  })
  expect(await other.next()).toMatchObject({ data: { id: older, escalation: null }, ahead: [], waiting: 2 })
  for (const answer of [await other.renew(id), await other.approve(id), await other.escalate(id, 'Me too')])
    expect(answer).toMatchObject({ status: 403, message: 'This receipt was escalated to managers.' })
  await other.release(older)
  expect(await manager.next()).toMatchObject({
    data: { id, escalation: { note: 'The shop says it is theirs.', operator: 'Rosli' } },
    waiting: 2,
    escalated: 1,
  })
  expect((await manager.escalate(id, 'Again')).status).toBe(409)
  expect((await manager.approve(id)).status).toBe(201)
  expect((await manager.undo(id)).data).toMatchObject({ id, escalation: { operator: 'Rosli' } })
  expect((await manager.reject(id, 'Not a receipt')).status).toBe(201)
  expect(await reviewer.escalate(id, 'Too late')).toMatchObject({ status: 409, message: texts.alreadyDecided })
  const text =
    "SELECT operator_id, changed_fields FROM audit_entries WHERE action = 'submission.escalated' AND subject_id = $1"
  expect(await rowsOf(server, text, id)).toEqual([{ operator_id: reviewer.id, changed_fields: ['escalation'] }])
})

test('D-51 D-55 a reviewer can undo an escalation within 10 seconds and has the receipt open again', async () => {
  const { deps } = server
  const [reviewer, other] = [await people.reviewer(), await people.reviewer()]
  const { id } = await createSubmission(deps)
  expect((await reviewer.undoEscalation(id)).status).toBe(409)
  await reviewer.escalate(id, 'Two dates on it')
  expect((await other.undoEscalation(id)).status).toBe(403)
  server.travel(9000)
  expect(await reviewer.undoEscalation(id)).toMatchObject({
    status: 200,
    data: { id, status: 'pending', escalation: null, lease_expires_at: expect.any(String) },
    escalated: 0,
  })
  expect(await other.approve(id)).toMatchObject({ status: 409, message: texts.leasedByOther })
  expect((await reviewer.escalate(id, 'Two dates on it')).status).toBe(201)
  server.travel(10_001)
  expect(await reviewer.undoEscalation(id)).toMatchObject({ status: 409, message: texts.escalationTooLate })
  const text = `SELECT e.action, v.changes FROM audit_entries e JOIN audit_values v ON v.entry_id = e.id
    WHERE e.subject_kind = 'submission' AND e.subject_id = $1 ORDER BY e.id LIMIT 2`
  expect(await rowsOf(server, text, id)).toEqual([
    { action: 'submission.escalated', changes: [{ field: 'escalation', before: null, after: 'Two dates on it' }] },
    {
      action: 'submission.escalation_undone',
      changes: [{ field: 'escalation', before: 'Two dates on it', after: null }],
    },
  ])
})

test('D-51 an escalation cannot be undone when a manager has the receipt open or has decided', async () => {
  const [reviewer, manager] = [await people.reviewer(), await people.manager()]
  const { id } = await createSubmission(server.deps)
  await reviewer.escalate(id, 'Please look')
  await manager.renew(id)
  expect(await reviewer.undoEscalation(id)).toMatchObject({ status: 409, message: texts.leasedByOther })
  expect((await manager.show(id)).data.escalation).toMatchObject({ note: 'Please look' })
  expect((await manager.approve(id)).status).toBe(201)
  expect(await reviewer.undoEscalation(id)).toMatchObject({ status: 409, message: texts.alreadyDecided })
  expect((await reviewer.undoEscalation(999_999_999)).status).toBe(404)
})
