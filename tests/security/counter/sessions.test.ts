import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, calls } from '../../../server/platform/openapi/calls.ts'
import { openVoucher } from '../../support/api/counter-vouchers.ts'
import { createOwnerSession, createPhone } from '../../support/api/counters.ts'
import type { TestApp } from '../../support/server/app.ts'
import { engines, startAccountsServer } from '../accounts/environment.ts'

/** What a phone may do: the four things of a counter, and its own PIN and state. */
const OF_A_PHONE = [
  // Confirm.
  'handOvers.check',
  'handOvers.handOver',
  // Take back.
  'handOvers.takeBack',
  // Enter a late one.
  'handOvers.enterLate',
  // Today's list.
  'handOvers.today',
  'phones.showPhone',
  'phones.startWork',
  'phones.endWork',
]

/** What an owner may do: their account, and phones and cashiers of their merchants. */
const OF_AN_OWNER = [
  ...['currentOwner', 'setLanguage', 'showMerchant', 'signOut'].map((name) => `owners.${name}`),
  ...['ownAccount', 'changeOwnPassword', 'endOwnOtherSessions'].map((name) => `ownerAccount.${name}`),
  ...['startSecondFactor', 'confirmSecondFactor', 'disableSecondFactor', 'renewRecoveryCodes'].map(
    (name) => `ownerAccount.${name}`,
  ),
  ...['createEnrolment', 'removePhone', 'addCashier', 'changeCashier', 'removeCashier'].map((name) => `phones.${name}`),
  'handOvers.history',
  ...['accept', 'disputeLine', 'exportLines', 'list', 'show'].map((name) => `statements.${name}`),
]

const nameOf = ({ group, name }: Call) => `${group}.${name}`
/** A session adds nothing to what everyone may call. */
const guarded = calls.filter(({ endpoint }) => endpoint.access !== 'public')

describe.each(engines)('%s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startAccountsServer(engine)
  })
  afterAll(() => server?.close())

  /** Sends every guarded call but those of the list; returns the answers that are neither 401 nor 403. */
  async function callOthers(headers: Record<string, string>, allowed: string[]): Promise<string[]> {
    const others = guarded.filter((call) => !allowed.includes(nameOf(call)))
    expect(others).toHaveLength(guarded.length - allowed.length)
    const answered: string[] = []
    for (const call of others) {
      const { method, path, upload } = call.endpoint
      const url = `/api${path.replaceAll(/:\w+/g, '1')}`
      const sent = { ...headers, 'sec-fetch-site': 'same-origin' }
      const payload = method === 'GET' || upload ? {} : { payload: {} }
      const { statusCode } = await server.app.inject({ method, url, headers: sent, ...payload })
      if (![401, 403].includes(statusCode)) answered.push(`${nameOf(call)} ${statusCode}`)
    }
    return answered
  }

  test('R-4.02 a phone with a cashier may call its four things and its PIN, and nothing else of the contract', async () => {
    const { phone } = await openVoucher(server)
    const before = await readDatabase(server)
    expect(await callOthers(phone.headers, OF_A_PHONE)).toEqual([])
    expect(await readDatabase(server)).toEqual(before)
  })

  test('R-4.02 a phone without a cashier may only show itself and take a PIN', async () => {
    const phone = await createPhone(server.deps)
    const before = await readDatabase(server)
    expect(await callOthers(phone.headers, ['phones.showPhone', 'phones.startWork', 'phones.endWork'])).toEqual([])
    expect(await readDatabase(server)).toEqual(before)
  })

  test('R-4.01 an owner may call what is about their account, phones and cashiers, and nothing else', async () => {
    const { phone } = await openVoucher(server)
    const headers = await createOwnerSession(server.deps, phone.owner)
    const before = await readDatabase(server)
    expect(await callOthers(headers, OF_AN_OWNER)).toEqual([])
    expect(await readDatabase(server)).toEqual(before)
  })

  test('R-4.02 a page of another origin can use neither session', async () => {
    const { phone, id } = await openVoucher(server)
    const owner = await createOwnerSession(server.deps, phone.owner)
    const before = await readDatabase(server)
    const sends = [
      { headers: phone.headers, url: `/api/counter/vouchers/${id}/hand-over` },
      { headers: phone.headers, url: '/api/counter/late-hand-overs' },
      { headers: owner, url: `/api/counter/owner/merchants/${phone.merchantId}/enrolments` },
    ]
    for (const { headers, url } of sends) {
      const foreign = { ...headers, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      const { statusCode } = await server.app.inject({ method: 'POST', url, headers: foreign, payload: {} })
      expect([url, statusCode]).toEqual([url, 403])
    }
    expect(await readDatabase(server)).toEqual(before)
  })
})

/** A digest of each table. */
async function readDatabase({ deps }: TestApp): Promise<object> {
  const { pool } = deps.db
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  )
  const digest = ({ name }: { name: string }) =>
    `SELECT '${name}' AS name, count(*)::int AS count, md5(string_agg(t::text, ',' ORDER BY t::text)) AS digest FROM ${name} t`
  const { rows } = await pool.query(tables.map(digest).join(' UNION ALL '))
  expect(rows.length).toBeGreaterThan(50)
  return rows
}
