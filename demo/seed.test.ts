import type { Announcement } from '@stampus/contract/announcements'
import type { Deal } from '@stampus/contract/deals'
import type { Merchant } from '@stampus/contract/merchants'
import type { Reward } from '@stampus/contract/rewards/rewards'
import { dayIn, instantOf } from '@stampus/contract/values/days'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Deps } from '../server/deps.ts'
import { findLedgerErrors } from '../server/domains/wallet/ledger-check.store.ts'
import { createMemberSession, createOperatorSession } from '../tests/support/api/accounts.ts'
import { createOwnerSession, createPhone } from '../tests/support/api/counters.ts'
import { createSubmission } from '../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../tests/support/server/app.ts'
import {
  demoAnnouncements,
  demoCashier,
  demoHandOvers,
  demoMembers,
  demoOperators,
  demoOwner,
  demoVouchers,
} from './content.ts'
import { prepareDemo } from './first-start.ts'
import { startHistory } from './history.ts'
import { readDemoState } from './seed.store.ts'
import { dayFrom, seedDemo } from './seed.ts'

const MINUTE = 60_000
const OTHER_PASSWORD = 'Payung-Merah-88'
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }
const [aisyah] = demoMembers
const [reviewer, manager] = demoOperators

let server: TestApp
let sentByFirstRun = 0
let sentDespiteError = 0
let error: unknown
beforeAll(async () => {
  server = await testApp()
  expect(await seedDemo(server.deps, { passwords: { [manager?.email ?? '']: OTHER_PASSWORD } })).toBe(true)
  await leaveUndecided()
  const interrupted = startHistory(server.deps)
  await vi.waitUntil(async () => (await sentSoFar()) > 1, { timeout: MINUTE })
  await interrupted.stop()
  sentByFirstRun = await sentSoFar()
  error = await startHistory(failOnce()).finished.catch((reason) => reason)
  sentDespiteError = await sentSoFar()
  await startHistory(server.deps).finished
}, 2 * MINUTE)
afterAll(() => server?.close())

/** The state after a server was killed between a submission and its decision. */
async function leaveUndecided() {
  const { deps } = server
  const sent = aisyah?.submissions.find(({ outcome }) => outcome.status === 'approved')
  const { members, merchants } = await readDemoState(deps.db.pool)
  if (!sent) throw new Error('Nothing of the demo is approved')
  const date = dayFrom(deps.now(), -sent.daysAgo, deps.config.TIME_ZONE)
  const sentAt = instantOf(date, sent.time, deps.config.TIME_ZONE)
  await createSubmission(
    { ...deps, now: () => sentAt },
    {
      userId: members[aisyah?.email ?? ''] ?? 0,
      merchantId: merchants[sent.merchant]?.id ?? 0,
      amountSen: sent.amountSen,
      invoiceNo: sent.invoice,
      date,
    },
  )
}

function failOnce() {
  const { incoming } = server.deps
  const receive = vi.fn(incoming.receive)
  receive.mockImplementationOnce(incoming.receive).mockRejectedValueOnce(new Error('Busy'))
  return { ...server.deps, incoming: { ...incoming, receive } }
}

const all = async <Row>(path: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = (await server.app.inject(`/api${path}?page=${page}`)).json()
    rows.push(...data)
    if (!meta.has_more) return rows
  }
}
const sentSoFar = async () => Number((await rowsOf('SELECT count(*) FROM submissions'))[0].count)
const rowsOf = async (text: string) => (await server.deps.db.pool.query(text)).rows

test('D-60 D-33 R-2.01 R-2.03 a new database holds 40 active merchants in 8 categories, 20 announcements, 25 running deals and 11 rewards, each with a picture; what is scheduled or not published is not shown', async () => {
  const merchants = await all<Merchant>('/merchants')
  const active = merchants.filter(({ is_active }) => is_active)
  expect(active.length).toBeGreaterThanOrEqual(40)
  expect(new Set(active.map(({ category }) => category.name)).size).toBe(8)
  const announcements = await all<Announcement>('/announcements')
  expect(announcements.length).toBeGreaterThanOrEqual(20)
  expect(announcements.length).toBeLessThan(demoAnnouncements.length)
  expect(await rowsOf('SELECT count(*)::int FROM announcements')).toEqual([{ count: demoAnnouncements.length }])
  const [deals, rewards] = [await all<Deal>('/advertisements'), await all<Reward>('/rewards')]
  expect(deals.length).toBeGreaterThanOrEqual(25)
  expect(rewards).toHaveLength(11)
  const left = await rowsOf('SELECT title, stock - taken AS left FROM rewards WHERE stock - taken < 2 ORDER BY 2')
  expect(left).toEqual([
    { title: 'Stampus Umbrella', left: 0 },
    { title: 'Stampus Tote Bag', left: 1 },
  ])
  const other = await rowsOf("SELECT state FROM rewards WHERE state <> 'published' ORDER BY id")
  expect(other.map(({ state }) => state)).toEqual(['paused', 'ended', 'draft'])
  const pictures = [...announcements, ...deals, ...rewards].map(({ image_url }) => image_url)
  for (const url of [...merchants.map(({ merchant_logo_url }) => merchant_logo_url), ...pictures]) {
    const { statusCode, headers, body } = await server.app.inject(url ?? '/')
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'image/svg+xml'])
    expect(body).toMatch(/^<svg .*<\/svg>$/s)
  }
})

test('D-69 all members, operators and owners are marked as demo, and seeding does not change a database that is not empty', async () => {
  const marks = ['users', 'operators', 'owners'].map((table) => `SELECT DISTINCT is_demo FROM ${table}`)
  expect(await rowsOf(marks.join(' UNION ALL '))).toEqual(Array(3).fill({ is_demo: true }))
  expect(await seedDemo(server.deps, { passwords: {} })).toBe(false)
  expect(await rowsOf('SELECT count(*)::int FROM users')).toEqual([{ count: demoMembers.length }])
})

test('D-60 R-4.01 the demo member, operators and owner log in with their own or the given passwords', async () => {
  for (const [path, person, password, status] of [
    ['login', aisyah, aisyah?.password, 200],
    ['console/session', reviewer, reviewer?.password, 200],
    ['counter/owner/session', demoOwner, demoOwner.password, 200],
    ['console/session', manager, OTHER_PASSWORD, 200],
    ['console/session', manager, manager?.password, 422],
  ] as const) {
    const given = { method: 'POST', url: `/api/${path}`, headers: SAME_ORIGIN } as const
    const { statusCode } = await server.app.inject({ ...given, payload: { email: person?.email, password } })
    expect([path, person?.name, statusCode]).toEqual([path, person?.name, status])
  }
})

test('D-60 R-3.01 every submission and voucher exists once although the first run was interrupted and a receipt failed, which a later start sends', async () => {
  const planned = demoMembers.flatMap(({ submissions }) => submissions.map(({ outcome }) => outcome.status))
  expect(sentByFirstRun).toBeLessThan(planned.length)
  expect(error).toMatchObject({ errors: [{ message: 'Busy' }] })
  expect(sentDespiteError).toBe(planned.length - 1)
  const statesOf = async (text: string) => (await rowsOf(text)).map(({ state }) => state).sort()
  expect(await statesOf('SELECT status AS state FROM submissions')).toEqual(planned.sort())
  const vouchers = [...demoVouchers.map(({ end }) => end?.kind ?? 'ready'), ...demoHandOvers.map(() => 'used')]
  expect(await statesOf('SELECT state FROM vouchers')).toEqual(vouchers.sort())
})

test('D-45 D-51 D-60 one rejection has an appeal that waits for the manager, and decisions of both operators a spot check; one finished one disagrees', async () => {
  const appeals = await rowsOf(`
    SELECT s.status, a.created_at > s.decided_at AND a.created_at < now() AS after, r.appeal_id IS NOT NULL AS answered
    FROM appeals a JOIN submissions s ON s.id = a.submission_id LEFT JOIN appeal_answers r ON r.appeal_id = a.id`)
  expect(appeals).toEqual([{ status: 'rejected', after: true, answered: false }])
  const checks = await rowsOf(`
    SELECT o.email, count(*) FILTER (WHERE k.closed_at IS NULL) AS waiting, count(v.*) AS looked_at,
      count(*) FILTER (WHERE v.agrees) AS agreed, count(*) FILTER (WHERE v.operator_id = d.operator_id) AS own
    FROM spot_checks k JOIN decisions d ON d.id = k.decision_id JOIN operators o ON o.id = d.operator_id
    LEFT JOIN spot_check_verdicts v ON v.decision_id = d.id GROUP BY o.email ORDER BY o.email`)
  expect(checks).toEqual([
    { email: reviewer?.email, waiting: 2, looked_at: 2, agreed: 1, own: 0 },
    { email: manager?.email, waiting: 2, looked_at: 1, agreed: 1, own: 0 },
  ])
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
})

test('R-1.05 R-3.01 the demo member has a ready, a used and a returned voucher, and 35 stamps; members with a voucher accepted the supplements before', async () => {
  const own = `FROM vouchers v JOIN users u ON u.id = v.user_id WHERE u.email = '${aisyah?.email}'`
  expect(await rowsOf(`SELECT title, state, now() - claimed_at > '1 day' AS past ${own} ORDER BY v.id`)).toEqual([
    { title: 'Nasi Lemak with a Fried Egg', state: 'returned', past: true },
    { title: 'Stampus Tote Bag', state: 'used', past: true },
    { title: 'One Kopi O', state: 'ready', past: true },
  ])
  const [handOver] = await rowsOf(`
    SELECT e.way, o.email FROM voucher_events e JOIN operators o ON o.id = e.operator_id
    WHERE e.kind = 'used' AND e.voucher_id IN (SELECT v.id ${own})`)
  expect(handOver).toEqual({ way: 'desk', email: manager?.email })
  const balance = await rowsOf(`
    SELECT sum(l.stamps)::int AS stamps FROM ledger_entries l JOIN users u ON u.id = l.user_id
    WHERE u.email = '${aisyah?.email}'`)
  expect(balance).toEqual([{ stamps: 35 }])
  const withoutConsent = await rowsOf(`
    SELECT FROM vouchers v WHERE NOT EXISTS (
      SELECT FROM consents c WHERE c.user_id = v.user_id AND c.accepted_at <= v.claimed_at HAVING count(*) = 2)`)
  expect(withoutConsent).toEqual([])
})

test('R-4.03 R-6.01 the cashier handed over rewards in this and the last month, whose statement was issued, and the demo member has one ready there', async () => {
  const made = await rowsOf(`
    SELECT to_char(e.created_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM') AS month, e.way, v.owed_sen,
      e.created_at > v.claimed_at AND e.created_at < now() AS in_order
    FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id WHERE e.kind = 'used' AND e.cashier_id IS NOT NULL`)
  expect(made).toHaveLength(demoHandOvers.length)
  for (const { way, owed_sen, in_order } of made) expect([way, owed_sen, in_order]).toEqual(['counter', 280, true])
  const issued = await rowsOf(`
    SELECT to_char(s.month, 'YYYY-MM') AS month, s.line_count * 280 = s.total_sen AS adds_up, m.slug
    FROM statements s JOIN merchants m ON m.id = s.merchant_id ORDER BY s.month`)
  const [year = 0, month = 0] = dayIn('Asia/Kuala_Lumpur', server.deps.now()).split('-').map(Number)
  const lastMonth = new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)
  expect(issued.at(-1)).toEqual({ month: lastMonth, adds_up: true, slug: demoOwner.merchant })
  const ready = await rowsOf(`
    SELECT m.slug FROM vouchers v JOIN users u ON u.id = v.user_id JOIN merchants m ON m.id = v.merchant_id
    WHERE u.email = '${aisyah?.email}' AND v.state = 'ready'`)
  expect(ready).toEqual([{ slug: demoOwner.merchant }])
})

test('R-7.02 R-7.03 members have asked, one still waits, and there are two groups of links', async () => {
  const cases = await rowsOf(`
    SELECT c.subject, c.state, count(x.id)::int AS messages
    FROM cases c JOIN case_messages x ON x.case_id = c.id GROUP BY c.id ORDER BY c.id`)
  expect(cases).toEqual([
    { subject: 'account', state: 'answered', messages: 2 },
    { subject: 'reward', state: 'answered', messages: 2 },
    { subject: 'shop', state: 'open', messages: 1 },
  ])
  const { data } = (await server.app.inject('/api/links')).json<{ data: { links: unknown[] }[] }>()
  expect(data.map(({ links }) => links.length)).toEqual([3, 2])
})

test('D-60 the whole history lies in the past, and no mail is sent for it', async () => {
  const [{ in_order, oldest }] = await rowsOf(`
    SELECT bool_and(created_at < now() AND (decided_at IS NULL OR decided_at > created_at AND decided_at < now())) AS in_order,
      min(created_at) < now() - interval '30 days' AS oldest FROM submissions`)
  expect({ in_order, oldest }).toEqual({ in_order: true, oldest: true })
  expect(await rowsOf("SELECT data FROM pgboss.job WHERE data ? 'kind'")).toEqual([])
})

const startOn = async (HOST: string) => {
  const { config, db, ...others } = server.deps
  const deps: Deps = { ...others, config: { ...config, HOST }, db: { ...db, engine: 'embedded' } }
  return (await prepareDemo(deps))()
}
const idIn = async (table: string, column: string, value = '') =>
  (await rowsOf(`SELECT id FROM ${table} WHERE ${column} = '${value}'`))[0].id

test('D-69 sessions made with the public passwords end when other machines can reach the server', async () => {
  const { deps } = server
  const owner = {
    ...{ id: await idIn('owners', 'email', demoOwner.email), email: '', password: '' },
    merchantId: await idIn('merchants', 'slug', demoOwner.merchant),
  }
  const operator = await createOperatorSession(deps, { id: await idIn('operators', 'email', reviewer?.email) })
  const sessions = [
    { url: '/api/user', headers: await createMemberSession(deps, { id: await idIn('users', 'email', aisyah?.email) }) },
    { url: '/api/console/session', headers: { ...operator, ...SAME_ORIGIN } },
    { url: '/api/counter/owner/session', headers: await createOwnerSession(deps, owner) },
    { url: '/api/counter/phone', headers: (await createPhone(deps, { owner })).headers },
  ]
  const statuses = () => Promise.all(sessions.map(async (given) => (await server.app.inject(given)).statusCode))
  const first = await startOn('127.0.0.1')
  const own: [string, string | undefined][] = [['Member', aisyah?.password]]
  own.push(['Reviewer', reviewer?.password], ['Manager', undefined])
  own.push(['Owner', demoOwner.password], ['Cashier', demoCashier.pin])
  expect(first.map(({ who, password }) => [who, password]).toSorted()).toEqual(own.toSorted())
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const shown = await startOn('0.0.0.0')
  for (const { who, password } of shown.filter((login) => login.who !== 'Manager'))
    expect([who, password]).toEqual([who, expect.stringMatching(who === 'Cashier' ? /^\d{6}$/ : /^Aa1-/)])
  expect(await statuses()).toEqual([401, 401, 401, 401])
  const again = await startOn('127.0.0.1')
  expect(again.map(({ password }) => password)).toEqual(shown.map(() => undefined))
})

test('D-69 a database with the demo does not start in production', async () => {
  for (const table of ['users', 'operators']) await rowsOf(`UPDATE ${table} SET is_demo = false`)
  const { config } = server.deps
  const inProduction = prepareDemo({ ...server.deps, config: { ...config, production: true } })
  await expect(inProduction).rejects.toThrow('this database holds demo accounts')
})
