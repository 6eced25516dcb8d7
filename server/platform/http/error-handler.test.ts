import { expect, test } from 'vitest'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'

const server = serverForTests()

test.each(['/api/%E0%A4%A', `/files/${'%zz'}`])(
  'D-08 %s, which is no address, is refused in our form and safely',
  async (url) => {
    const answer = await server.app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'The request could not be read.', errors: {} }])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  },
)

test('D-62 a transaction rolled back by a deadlock is a 503 that the client may repeat', async () => {
  const deadlock = "DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$"
  const own = await testApp({ LOG_LEVEL: 'silent' })
  own.app.get('/api/deadlock', () => own.deps.db.pool.query(deadlock))
  const answer = await own.app.inject('/api/deadlock')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  await own.close()
})
