import { expect, test } from 'vitest'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { buildApp } from '../../app.ts'

const server = serverForTests()

const open = (url: string, { host = 'localhost:4000', from = '127.0.0.1' } = {}) =>
  server.app.inject({ url, headers: { host }, remoteAddress: from })

const send = (subject: string, text: string) =>
  server.deps.mailer.send({ to: 'aina@campus.edu.my', subject, text, html: '<script>alert(1)</script>' })

test('D-26 D-69 the mail page, with a style sheet that its policy allows, lists the mails, newest first, and shows each as text with its links', async () => {
  expect((await open('/dev/mail')).body).toContain('No mail has been sent.')
  await send('First <b>', 'Open https://rewards.example/email/verification?id=1&hash=ab\n\n<script>alert(1)</script>')
  await send('Second', 'Nothing to open.')
  const list = await open('/dev/mail')
  expect(list.headers['content-type']).toContain('text/html')
  expect(list.headers['content-security-policy']).toContain("script-src 'self'")
  expect(list.body.indexOf('Second')).toBeLessThan(list.body.indexOf('First &lt;b&gt;'))
  expect(list.body).toContain('href="https://rewards.example/email/verification?id=1&amp;hash=ab"')
  const [, second = '', first = ''] = list.body.split('<li>').map((item) => /href="([^"]+)"/.exec(item)?.[1])
  expect((await open(second)).body).toContain('Nothing to open.')
  const page = (await open(first)).body
  expect(page).toContain('<a href="https://rewards.example/email/verification?id=1&amp;hash=ab">')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toContain('<script')
  const [sheet = ''] = /(?<=<link rel="stylesheet" href=")[^"]+/.exec(page) ?? []
  const { headers, statusCode } = await open(sheet)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect(headers['content-security-policy']).toContain("style-src 'self'")
  expect((await open(sheet, { from: '192.168.1.5' })).statusCode).toBe(404)
})

test('D-69 the mail page is served only to this machine, under a name of this machine', async () => {
  for (const host of ['localhost', '127.0.0.1:4000', '[::1]:4000', 'LOCALHOST:1']) {
    expect([host, (await open('/dev/mail', { host })).statusCode]).toEqual([host, 200])
  }
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.5:4000']) {
    expect([host, (await open('/dev/mail', { host })).statusCode]).toEqual([host, 404])
  }
  for (const from of ['192.168.1.5', '2001:db8::1']) expect((await open('/dev/mail', { from })).statusCode).toBe(404)
  expect((await open('/dev/mail', { from: '::1' })).statusCode).toBe(200)
})

test('D-69 D-66 a proxy on this machine gets neither the mail page nor the metrics, whatever host it names', async () => {
  const headers = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip']
  for (const name of headers)
    for (const url of ['/dev/mail', '/metrics']) {
      const { statusCode } = await server.app.inject({ url, headers: { host: 'localhost', [name]: '203.0.113.9' } })
      expect([name, url, statusCode]).toEqual([name, url, 404])
    }
})

test('D-69 the mail page cannot be used to read other files', async () => {
  for (const name of ['..%2fapp-key', '%2e%2e%2fapp-key', 'app-key', '2026-x.eml', '2026-..%2f..%2fapp-key.eml']) {
    expect([name, (await open(`/dev/mail/${name}`)).statusCode]).toEqual([name, 404])
  }
})

test('D-26 D-69 with SMTP_URL set there is no mail page', async () => {
  const config = { ...server.deps.config, SMTP_URL: 'smtp://127.0.0.1:1' }
  const sending = await buildApp({ ...server.deps, config })
  const { statusCode } = await sending.inject({ url: '/dev/mail', headers: { host: 'localhost' } })
  await sending.close()
  expect(statusCode).toBe(404)
})
