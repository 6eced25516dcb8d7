import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/api/accounts.ts'
import { post } from '../../../tests/support/api/calls.ts'
import { reversingOperators } from '../../../tests/support/api/reversals.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { unzip } from '../../../tests/support/server/zip.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

test('D-91 D-45 a decision that a manager reversed says why', async () => {
  const { decided, reverse } = await reversingOperators(server)
  const { id, userId } = await decided('rejected')
  await reverse(id, { reason: 'It can be read after all.' })
  const headers = await signedIn(server.deps, { id: userId })
  const { body } = await post(server, '/user/data-export', {}, { headers })
  const files = await unzip((await server.app.inject({ url: String(body.data?.url) })).rawPayload)
  expect(JSON.parse(String(files.get('data.json'))).submissions).toEqual([
    expect.objectContaining({
      status: 'pending',
      decisions: [expect.objectContaining({ reason: 'Too dark', reversal_reason: 'It can be read after all.' })],
    }),
  ])
})
