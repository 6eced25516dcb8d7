import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../tests/support/server/app.ts'

const PASSWORD = 'Teh-tarik-7'

/** Registers one mailbox six times, each time with another forwarded address: the sixth from one client is one too many. */
async function statuses(settings: Record<string, string>, { remote, forwarded }: Sent) {
  const server = await testApp(settings)
  onTestFinished(() => server.close())
  const email = 'nurul@campus.edu.my'
  const payload = { name: 'Nurul', email, password: PASSWORD, password_confirmation: PASSWORD }
  const answers = []
  for (let at = 1; at <= 6; at += 1) {
    const headers = { 'x-forwarded-for': forwarded(at) }
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/register',
      remoteAddress: remote,
      headers,
      payload,
    })
    answers.push(statusCode)
  }
  return answers
}

type Sent = { remote: string; forwarded: (at: number) => string }

const others = (at: number) => `198.51.100.${at}`
const allowed = [201, 201, 201, 201, 201]

test('D-67 without TRUSTED_PROXIES a forwarded address is ignored, even from this machine', async () => {
  expect(await statuses({}, { remote: '127.0.0.1', forwarded: others })).toEqual([...allowed, 429])
})

test('D-67 a forwarded address from outside TRUSTED_PROXIES is ignored', async () => {
  const settings = { TRUSTED_PROXIES: '10.0.0.0/8' }
  expect(await statuses(settings, { remote: '203.0.113.9', forwarded: others })).toEqual([...allowed, 429])
})

test('D-67 behind a trusted proxy each client has its own limits', async () => {
  const settings = { TRUSTED_PROXIES: '10.0.0.0/8' }
  expect(await statuses(settings, { remote: '10.1.2.3', forwarded: others })).toEqual([...allowed, 201])
})

test('D-67 a client behind a trusted proxy cannot invent an address in front of its own', async () => {
  const settings = { TRUSTED_PROXIES: '10.0.0.0/8' }
  const forwarded = (at: number) => `${others(at)}, 203.0.113.9`
  expect(await statuses(settings, { remote: '10.1.2.3', forwarded })).toEqual([...allowed, 429])
})

test.each([
  ['203.0.113.9', (port: number) => `203.0.113.9:${port}`],
  ['an IPv6 address', (port: number) => `[2001:db8::9]:${port}`],
  ['a client behind a second proxy', (port: number) => `203.0.113.9:${port}, 10.9.9.9:${port}`],
  ['quotes', (port: number) => `"[2001:db8::9]:${port}"`],
])('D-67 the port of a forwarded address makes no other client of it: %s', async (_, forwarded) => {
  const settings = { TRUSTED_PROXIES: '10.0.0.0/8' }
  const sent = { remote: '10.1.2.3', forwarded: (at: number) => forwarded(50_000 + at) }
  expect(await statuses(settings, sent)).toEqual([...allowed, 429])
})
