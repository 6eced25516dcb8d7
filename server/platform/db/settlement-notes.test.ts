import { expect, test } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { spotChecksAt } from '../../../tests/support/api/spot-checks.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { migrate } from './migrate.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })

/** A member with a disagreement that a manager closed with this note. */
async function createClosedDisagreement(note: string) {
  const member = await createSignedInMember(server.deps)
  const [decider, checker, manager] = [
    await createDesk(server),
    await createDesk(server),
    await createDesk(server, { role: 'manager' }),
  ]
  await decider.approve((await createSubmission(server.deps, { userId: member.id })).id)
  server.travel(11_000)
  const { id } = (await spotChecksAt(checker).take()).data
  await spotChecksAt(checker).giveVerdict(id, { status: 'rejected', reason_code: 'unreadable' })
  server.travel(11_000)
  expect((await spotChecksAt(manager).settle(id, { note })).status).toBe(201)
  return member
}

test('D-92 the migration deletes notes about members who had deleted their account, and keeps others', async () => {
  const { pool } = server.deps.db
  const notes = async () => (await pool.query<{ note: string }>('SELECT note FROM settlement_notes')).rows
  const gone = await createClosedDisagreement('Melur photographed both sides')
  await createClosedDisagreement('The logo is hidden')
  const copied = await pool.query<{ verdict_id: number; note: string }>('SELECT verdict_id, note FROM settlement_notes')
  expect((await deleteOwnAccount(server, gone)).status).toBe(200)
  for (const { verdict_id, note } of copied.rows)
    await pool.query({
      text: 'INSERT INTO settlement_notes (verdict_id, note) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [verdict_id, note],
    })
  expect(await notes()).toHaveLength(2)
  await pool.query(`DELETE FROM migrations WHERE name LIKE '%-notes-of-deleted-members.sql'`)
  await migrate(pool)
  expect(await notes()).toEqual([{ note: 'The logo is hidden' }])
})
