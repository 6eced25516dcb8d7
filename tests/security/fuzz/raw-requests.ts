import { connect } from 'node:net'

const ENDED_WITHIN_MS = 60_000
const HOST = 'host: x\r\n'
const POST = `POST /api/login HTTP/1.1\r\n${HOST}content-type: application/json\r\n`

/** Raw requests that no proper client sends. */
export const rawRequests: Record<string, string> = {
  'another version': `GET / HTTP/9.9\r\n${HOST}\r\n`,
  'another protocol': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'an unknown method': `GE\0T / HTTP/1.1\r\n${HOST}\r\n`,
  'no host': 'GET /api/merchants HTTP/1.1\r\nconnection: close\r\n\r\n',
  'two hosts': `GET /api/merchants HTTP/1.1\r\n${HOST}host: y\r\nconnection: close\r\n\r\n`,
  'an endless header': `GET / HTTP/1.1\r\n${HOST}x: ${'x'.repeat(100_000)}\r\n\r\n`,
  'too many headers': `GET / HTTP/1.1\r\n${HOST}${'x: y\r\n'.repeat(3000)}\r\n`,
  'a folded header': `GET / HTTP/1.1\r\n${HOST}x: a\r\n b\r\n\r\n`,
  'a header without name': `GET / HTTP/1.1\r\n${HOST}: a\r\n\r\n`,
  'NUL in a header': `GET / HTTP/1.1\r\n${HOST}x: a\0b\r\n\r\n`,
  'line feeds alone': `GET / HTTP/1.1\nhost: x\n\n`,
  'two lengths': `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  'length and chunks': `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a negative length': `${POST}content-length: -1\r\n\r\n{}`,
  'a length of letters': `${POST}content-length: ab\r\n\r\n{}`,
  'an unknown coding': `${POST}transfer-encoding: xchunked\r\n\r\n{}`,
  'a chunk of no size': `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'an endless chunk extension': `${POST}transfer-encoding: chunked\r\n\r\n2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
  'a length beyond all bounds': `${POST}content-length: 99999999999999\r\n\r\n{}`,
  'an unknown expectation': `${POST}connection: close\r\nexpect: the-worst\r\ncontent-length: 2\r\n\r\n{}`,
  'an expectation': `${POST}connection: close\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
  'an upgrade': `GET /api/merchants HTTP/1.1\r\n${HOST}connection: upgrade, close\r\nupgrade: websocket\r\n\r\n`,
  'a tunnel': `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  'a trace': `TRACE / HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  'options of all': `OPTIONS * HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  'a whole address': `GET http://evil.example/api/user HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  'an endless address': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'bytes in an address': `GET /\xff\xfe HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  ...Object.fromEntries(
    [
      '//etc/passwd',
      '/../../etc/passwd',
      '/%2e%2e%2f%2e%2e%2fetc/passwd',
      '/assets/..%5c..%5cpackage.json',
      '/assets/%00.js',
      '/files/%00',
      '/files/..%2f..%2fapp-key?signature=x',
      '/media/public/../../db',
      '/media/%c0%ae%c0%ae/',
      '/api/merchants/%ff',
      '/api/merchants/1%00',
      '/api/merchants/slug/%F0%9F%92%A9',
      '/api//user',
      '/api/user;x=y',
      `/api/merchants?${'page=1&'.repeat(1500)}`,
      '/api/merchants?page[]=1&page[a]=2&__proto__[x]=1',
      '/api/merchants?search=%',
      '/dev/mail/..%2f..%2fdb',
      '/metrics',
      '/.git/config',
      '/.env',
      '/console/../api/console/session',
    ].map((path) => [path, `GET ${path} HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`]),
  ),
}

/** Sends bytes and returns everything received until the connection ends. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  // A reset ends the connection, too.
  const ended = new Promise((resolve) => socket.once('close', resolve))
  let response = ''
  socket.on('error', () => {})
  socket.on('data', (part) => {
    response += part.toString('latin1')
  })
  socket.once('end', () => socket.end())
  socket.setTimeout(ENDED_WITHIN_MS, () => {
    response = 'still open'
    socket.destroy()
  })
  socket.write(bytes, 'latin1')
  await ended
  return response
}

/** What is wrong with the response to a raw request. No response, or a plain protocol error, is fine. */
export function findRawViolation(response: string): string | undefined {
  const answer = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n([\s\S]*)$/s.exec(response.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, ''))
  if (!answer) return response === '' ? undefined : `no HTTP response: ${response.slice(0, 200)}`
  const [, status = '', body = ''] = answer
  if (Number(status) >= 500) return `a server error: ${response.slice(-200)}`
  if (Number(status) < 400 || /^(0\r\n\r\n)?$/.test(body)) return undefined
  // The not-found page of the app answers paths that are neither a call nor a file.
  if (status === '404' && body.includes('<div id="root">')) return undefined
  return /\{"message":"[^"]+","errors":\{.*\}\}/.test(body)
    ? undefined
    : `an error in another format: ${response.slice(-200)}`
}
