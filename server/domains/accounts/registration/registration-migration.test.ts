import { beforeAll, expect, test } from 'vitest'
import { createMember, createOperator } from '../../../../tests/support/api/accounts.ts'
import { catchMail, post } from '../../../../tests/support/api/calls.ts'
import { isSignedIn, openLink, registerAs, sendAndReadLink } from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { migrate } from '../../../platform/db/migrate.ts'

const server = serverForTests()

beforeAll(async () => {
  catchMail(server)
})

/** Restores the tables as they were when an address could have only one registration. */
const FORMER_SHAPE = `
  DROP INDEX users_verified_email_key, users_email_key, users_retired, users_password_voided;
  ALTER TABLE users ADD CONSTRAINT users_email_key_key UNIQUE (email_key);
  ALTER TABLE users DROP COLUMN registered_from, DROP COLUMN link_mailed_at, DROP COLUMN retired_at,
    DROP COLUMN voided_password_hash, DROP COLUMN password_voided_at;
  ALTER TABLE password_resets ALTER COLUMN operator_id SET NOT NULL;
  DELETE FROM migrations WHERE name LIKE '%-registrations.sql'`

test('D-20 D-23 members, registrations and links from before the migration still work', async () => {
  const { deps } = server
  const member = await createMember(deps)
  const waiting = await createMember(deps, { verified: false })
  const operator = await createOperator(deps, { role: 'manager' })
  const link = await sendAndReadLink(server, waiting.id)
  await deps.db.pool.query(FORMER_SHAPE)
  await server.sql('INSERT INTO password_resets (user_id, operator_id) VALUES ($1, $2)', [member.id, operator.id])
  await migrate(deps.db.pool)
  expect((await post(server, '/login', member)).body.user).toMatchObject({ id: member.id })
  expect((await post(server, '/login', waiting)).body.user).toMatchObject({ id: waiting.id })
  const given = { name: 'Again', email: waiting.email, password: 'Teh-tarik-7' }
  const again = await registerAs(server, given, '10.41.0.1')
  expect(again.id).not.toBe(waiting.id)
  expect((await post(server, '/login', waiting)).body.user).toMatchObject({ id: waiting.id })
  expect((await openLink(server, link, { password: waiting.password })).body.user).toMatchObject({ id: waiting.id })
  expect(await isSignedIn(server, again.headers)).toBe(false)
})
