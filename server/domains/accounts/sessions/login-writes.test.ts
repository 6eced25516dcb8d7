import { expect, inject, test } from 'vitest'
import { createMember } from '../../../../tests/support/api/accounts.ts'
import { post } from '../../../../tests/support/api/calls.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

// PostgreSQL counts the writes of all its databases together.
test.runIf(inject('template').engine === 'embedded')(
  'D-21 login writes to the database twice: the counted attempt, and the session with its refund',
  async () => {
    const { email, password } = await createMember(server.deps)
    const writes = async () => Number((await server.sql('SELECT pg_current_xact_id() AS id')).rows[0]?.id)
    const before = await writes()
    expect((await post(server, '/login', { email, password })).status).toBe(200)
    expect((await writes()) - before - 1).toBe(2)
  },
)
