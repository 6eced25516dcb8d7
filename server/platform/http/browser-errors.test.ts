import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { post } from '../../../tests/support/api/calls.ts'
import { nextClientAddress } from '../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
const logged: unknown[][] = []

beforeAll(async () => {
  for (const level of levels)
    vi.spyOn(server.app.log, level).mockImplementation((...entry: unknown[]) => {
      // Skips the line that every request has.
      if (entry[1] !== 'request') logged.push([level, ...entry])
    })
})
beforeEach(() => {
  logged.length = 0
})

const report = (payload: object, sending: Parameters<typeof post>[3] = { from: nextClientAddress() }) =>
  post(server, '/browser-faults', payload, sending)

/** The logged form of a text that was reported as message and as stack. */
async function reportAndFind(text: string): Promise<string> {
  logged.length = 0
  expect((await report({ message: text, stack: text, page: '/' })).status).toBe(200)
  const [line] = logged as [[string, { fault: { message: string; stack: string } }]]
  expect(line[1].fault.stack).toBe(line[1].fault.message)
  return line[1].fault.message
}

test('D-93 an error of a page is one structured log line, which does not identify the reporter, not even by the path of the page', async () => {
  const headers = {
    ...(await createSignedInMember(server.deps)).headers,
    'user-agent': 'Phone 7',
    referer: 'http://stampus.test/x',
  }
  const stack =
    'TypeError: x is undefined\n    at Card (http://stampus.test/assets/Card-D3.js:2:170)\n    at main.js:1:9'
  const given = { message: 'x is undefined', stack, page: '/x/aisyah@campus.edu.my/1234567/:id?a=b' }
  const answer = await report(given, { headers, from: '203.0.113.77' })
  expect([answer.status, answer.body]).toEqual([200, { message: texts.reported }])
  const inOneLine = 'TypeError: x is undefined at Card (http://stampus.test/assets/Card-D3.js:2:170) at main.js:1:9'
  const fault = { message: 'x is undefined', stack: inOneLine, page: '/x/[email]/[number]/:id?[query]' }
  expect(logged).toEqual([['warn', { fault }, 'a page failed']])
})

const TOKEN = 'q7Jx0-Zk_3vN8wYb2LrT5sUeHg1MpCdFaOiQy6BzXtE'

test.each([
  ['an e-mail address', 'No user aisyah.r+x@student.campus.edu.my, sorry', 'No user [email], sorry'],
  ['an encoded address', 'GET aisyah%40campus.edu.my failed', 'GET [email] failed'],
  ['an address in full-width characters', 'aisyah＠campus．edu．my', '[email]'],
  ['an address with invisible characters', 'ais\u200byah\u00ad@cam\u2060pus.edu.my', '[email]'],
  ['an address beyond ASCII', 'zoë@büro.example', '[email]'],
  ['a number of six digits', 'Invoice 123456 and 12345', 'Invoice [number] and 12345'],
  ['a telephone number', 'call 012-345 6789', 'call [number]'],
  ['an identity number', 'IC 990101-14-5678', 'IC [number]'],
  ['digits of another script', 'no ٠١٢٣٤٥٦', 'no [number]'],
  ['a client’s address', 'from 192.168.10.24', 'from [number]'],
  ['a query', 'GET /api/user?name=Ali failed', 'GET /api/user?[query] failed'],
  ['a quoted query', 'Bad path "/submit?name=Ali bin Abu&x=1" here', 'Bad path "/submit?[query]" here'],
  ['a fragment', "to 'http://a.example/b#secret' now", "to 'http://a.example/b?[query]' now"],
  ['a bearer token', 'Authorization: Bearer abc.def/ghi=', 'Authorization: Bearer [token]'],
  ['a long random word', `lost ${TOKEN}!`, 'lost [token]!'],
  ['a named token', 'token=short-one, a=1', 'token=[token], a=1'],
  ['a quoted secret', 'password: "two words, \\" three" and', 'password: [token] and'],
  ['a secret whose quote is cut off', "password='two words", 'password=[token]'],
  ['an IPv6 address', 'from 2001:db8:0:7::1 and fe80::1%eth0', 'from [address] and [address]'],
  ['a whole IPv6 address', 'from 2001:db8:0:7:1:2:3:4.', 'from [address].'],
  ['an IPv4 address in IPv6', 'from ::ffff:10.0.0.1!', 'from [address]!'],
  ['an object', 'Bad {"a":{"name":"Ali"},"b":[{}]} here', 'Bad [text] here'],
  ['a list', 'Bad ["Ali", ["Abu"]] here', 'Bad [text] here'],
  ['the beginning of an object', 'Bad {"name":"Ali", "stu', 'Bad [text]'],
  ['the end of an object', 'bin Abu", "age": 7} is bad', '[text] is bad'],
  [
    'unparsable JSON',
    `Unexpected token 'A', ..."name": "Ali b"... is not valid JSON`,
    'Unexpected token [text] is not valid JSON',
  ],
  ['a long quotation', "Not 'Ali bin Abu, block C, room 7'!", 'Not [text]!'],
  ['a long quotation in printed quotes', 'Not “Ali bin Abu, block C, room 7”!', 'Not [text]!'],
  ['a control character', 'a\u0000b\u001b[31mc\u0085d\r\nlevel: 50\u2028e\u202ef', 'ab[31mcd level: 50 ef'],
])('D-93 %s does not reach the log', async (_title, text, inLog) => {
  expect(await reportAndFind(text)).toBe(inLog)
})

test.each([
  ['a position in a script, with any column', 'e@https://stampus.test/assets/main-Bx_1.js:1:123456'],
  ['a stack frame', 'at Object.read [as data] (http://stampus.test/assets/main.js:1:9) at <anonymous>:1:9'],
  ['an identifier', "Cannot read properties of undefined (reading 'merchant'): [object Object][0]"],
  ['apostrophes', "It can't be opened because it doesn't exist"],
])('D-93 %s stays in the log', async (_title, text) => {
  expect(await reportAndFind(text)).toBe(text)
})

test('D-93 text that grows when it is normalised is cut to its limit', async () => {
  const grows = { message: 'ﷺ'.repeat(300), stack: 'ﷺ'.repeat(600), page: 'ﷺ'.repeat(100) }
  await report(grows)
  const [[, { fault }]] = logged as [[string, { fault: Record<string, string> }]]
  expect([fault.message?.length, fault.stack?.length, fault.page?.length]).toEqual([300, 2000, 100])
})

test('D-93 the longest hostile inputs are redacted without an error', async () => {
  for (const unit of 'a|1|@|/|"|/?|a.|1 |a@a.|bearer |%40|\u0000|{|[|{"|[a| \'|1:|::'.split('|'))
    for (const stack of [unit.repeat(300 / unit.length), unit.repeat(2000 / unit.length)])
      expect((await report({ message: 'x', stack, page: '/' })).status).toBeLessThan(500)
})

test('D-93 more than 4 KB or an invalid report is rejected and not logged', async () => {
  for (const [given, status] of [
    [{ message: 'x', page: '/', more: 'x'.repeat(4096) }, 413],
    [{ message: 'x'.repeat(301), page: '/' }, 422],
    [{ message: 'x', stack: 'x'.repeat(2001), page: '/' }, 422],
    [{}, 422],
  ] as const)
    expect((await report(given)).status).toBe(status)
  expect(logged).toEqual([])
})

test('D-93 one address may report 10 errors a minute and 100 an hour, without limiting others', async () => {
  const from = nextClientAddress()
  const send = async () => (await report({ message: 'x', page: '/' }, { from })).status
  for (let times = 0; times < 10; times += 1) expect(await send()).toBe(200)
  expect(await send()).toBe(429)
  expect(logged).toHaveLength(10)
  server.travel(60_001)
  await server.sql('UPDATE rate_counters SET hits = 99 WHERE key = $1', [`browser-fault|hour|${from}`])
  expect([await send(), await send()]).toEqual([200, 429])
  expect((await report({ message: 'x', page: '/' })).status).toBe(200)
})
