import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { receiptForm } from '../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'

const MALAY = { 'x-language': 'ms' }
const MB = 1024 * 1024

let server: TestApp
let address: string
let port: number
let signedIn: Record<string, string>
beforeAll(async () => {
  server = await testApp()
  signedIn = await createMemberSession(server.deps, await createMember(server.deps))
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
  address = `http://127.0.0.1:${port}`
})
afterAll(() => server.close())

async function call(path: string, options: RequestInit = {}): Promise<unknown[]> {
  const answer = await fetch(address + path, options)
  const { message } = (await answer.json()) as { message: string }
  return [answer.status, message]
}

const json = { 'content-type': 'application/json' }
const tooLarge = () =>
  receiptForm(
    { merchant_id: 1, purchase_date: '2026-01-01', purchase_amount: '1.00', invoice_number: '1' },
    { bytes: Buffer.alloc(16 * MB) },
  )

test.each<[string, string, () => RequestInit, unknown[], unknown[]]>([
  ['a missing route', '/api/nothing', () => ({}), [404, 'Not found.'], [404, 'Tidak dijumpai.']],
  [
    'a missing record',
    '/api/merchants/999999',
    () => ({}),
    [404, 'Merchant Not Found'],
    [404, 'Peniaga Tidak Dijumpai'],
  ],
  [
    'a missing session',
    '/api/wallet',
    () => ({}),
    [401, 'Please sign in to continue.'],
    [401, 'Sila log masuk untuk teruskan.'],
  ],
  [
    'an undecodable address',
    '/api/%E0%A4%A',
    () => ({}),
    [400, 'The request could not be read.'],
    [400, 'Permintaan ini tidak dapat dibaca.'],
  ],
  [
    'a broken body',
    '/api/login',
    () => ({ method: 'POST', headers: json, body: '{' }),
    [400, 'The request could not be read.'],
    [400, 'Permintaan ini tidak dapat dibaca.'],
  ],
  [
    'a body of unknown length that is too large',
    '/api/login',
    () => ({ method: 'POST', headers: json, body: new Blob(['x'.repeat(MB)]).stream(), duplex: 'half' }),
    [413, 'The request is too large.'],
    [413, 'Permintaan ini terlalu besar.'],
  ],
  [
    'a file that is too large',
    '/api/submissions',
    () => ({ method: 'POST', headers: signedIn, body: tooLarge() }),
    [422, 'The file size cannot exceed 10MB.'],
    [422, 'Saiz fail tidak boleh melebihi 10MB.'],
  ],
])(
  'D-100 %s is answered in Malay with X-Language: ms, else in English',
  async (_what, path, request, english, malay) => {
    const withHeaders = (more: Record<string, string>) => {
      const { headers, ...rest } = request()
      return { ...rest, headers: { ...(headers as Record<string, string>), 'accept-language': 'ms', ...more } }
    }
    expect(await call(path, withHeaders({}))).toEqual(english)
    expect(await call(path, withHeaders(MALAY))).toEqual(malay)
    for (const other of ['en', 'MS-my', 'ms, en', ''])
      expect(await call(path, withHeaders({ 'x-language': other }))).toEqual(english)
  },
)

test('D-100 each request of a connection is answered in its own language', async () => {
  const socket = connect(port, '127.0.0.1')
  const requests = Array.from({ length: 20 }, (_, at) =>
    at % 3 === 0
      ? 'GET /api/nothing HTTP/1.1\r\nhost: x\r\nx-language: ms\r\n\r\n'
      : 'POST /api/wallet HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  socket.write(requests.join(''))
  socket.end('GET /api/wallet HTTP/1.1\r\nhost: x\r\nx-language: ms\r\nconnection: close\r\n\r\n')
  const answers = await text(socket)
  const messages = [...answers.matchAll(/"message":"([^"]*)"/g)].map(([, message]) => message)
  expect(messages).toEqual([
    ...requests.map((_, at) => (at % 3 === 0 ? 'Tidak dijumpai.' : 'Not found.')),
    'Sila log masuk untuk teruskan.',
  ])
})
