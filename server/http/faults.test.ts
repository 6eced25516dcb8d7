import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

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
