import { setTimeout as pause } from 'node:timers/promises'
import { UNDO_MS } from '@stampus/contract/limits'
import { describe, expect, test } from 'vitest'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { createMemberSession } from '../../support/api/accounts.ts'
import { connect } from '../../support/api/calls.ts'
import { insertReceipt } from '../../support/api/submissions.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures } from '../profile.ts'
import { engines, type LedgerServer, useLedgerServer } from '../support/environment.ts'
import { changeStatements, watchQueries } from '../support/queries.ts'
import { type Random, seededRandom } from '../support/seeded-random.ts'
import type { Call } from './operations/kind.ts'
import { callsOf, drawEach, type Name, perform } from './operations/operations.ts'
import { newScenario, type Scenario } from './scenario.ts'

/** What ends or uses a session, as the model does not: here or on the member's other device. */
const sessionCalls = {
  open: ['POST', '/vouchers/:id/key', 'here'],
  'open elsewhere': ['POST', '/vouchers/:id/key', 'elsewhere'],
  'sign out others': ['DELETE', '/user/sessions', 'here'],
  'log out elsewhere': ['POST', '/logout', 'elsewhere'],
} as const
type SessionCall = keyof typeof sessionCalls
type Verb = Name | SessionCall
const isSessionCall = (verb: Verb): verb is SessionCall => verb in sessionCalls

const atCounter: Verb[] = ['hand over at counter', 'take back at counter', 'confirm offline', 'enter late']
const ofSessions: Verb[] = ['open', 'sign out others', 'log out elsewhere', 'give back', 'delete account']
/** What locks a member, a receipt, a reward, a voucher or the session whose device opened it. */
const all: Verb[] = [
  ...ofSessions,
  ...atCounter,
  'open elsewhere',
  'claim',
  'reverse',
  'undo',
  'expire',
  'hand over',
  'void',
]
const mixes: [what: string, mix: { verbs: Verb[]; full: number; short: number }][] = [
  ['R-1.02 all that takes locks', { verbs: all, full: 10_000, short: 50 }],
  ['R-1.02 opening, signing out and deleting accounts', { verbs: ofSessions, full: 2000, short: 20 }],
  [
    'R-1.02 hand-overs at a counter in each way, reversals and deletions',
    { verbs: [...atCounter, 'reverse', 'give back', 'void', 'open', 'delete account'], full: 2000, short: 25 },
  ],
]
/** A second manager's confirmation is proved with the model. */
const withoutSecond = { CONFIRM_STAMPS: '1000000' }
/** The embedded engine has one connection, so its calls take turns. */
const shareOf = { embedded: full ? 1 : 0.2, postgres: 1 }

describe.each(engines)('%s', (engine) => {
  const ledger = useLedgerServer(engine, withoutSecond)

  test.each(mixes)('%s end without a deadlock in random rounds', async (what, { verbs, ...counts }) => {
    const rounds = (full ? counts.full : counts.short) * shareOf[engine]
    const { calls, accepted, ...found } = await runRounds(ledger(), seededRandom(what), { rounds, verbs })
    printFigures(`locks, ${engine}`, { what, rounds, calls, accepted, deadlocks: found.deadlocks })
    expect(found).toEqual({ deadlocks: 0, failures: [], lost: 0, ledgerErrors: [] })
    expect(accepted).toBeGreaterThan(rounds)
  })
})

/** Only PostgreSQL has several connections. */
describe.skipIf(!findPostgres())('injected fault', () => {
  const ledger = useLedgerServer('postgres', withoutSecond)

  test('the test notices a voucher that is locked before its member', async () => {
    const changed = changeStatements('vouchers.refs', (text) => `${text} FOR UPDATE OF v`)
    try {
      const verbs: Verb[] = ['give back', 'reverse', 'claim', 'expire']
      const found = await runRounds(ledger(), seededRandom('wrong order'), { rounds: 20, verbs })
      expect(changed.count()).toBeGreaterThan(0)
      expect(found.deadlocks).toBeGreaterThan(0)
      expect(found.failures).not.toEqual([])
    } finally {
      changed.restore()
    }
  })
})

const CALLS = { least: 5, most: 12 }
const SEN_OF_A_RECEIPT = 3000
/** Checking a password takes so long, and the others must still be under way. */
const LATEST_START_MS = 40

/**
 * Performs random verbs on three members and what they have at the same moment, so many rounds. `lost` are vouchers that a
 * claim answered and that do not exist, or that exist without an answer.
 */
async function runRounds(ledger: LedgerServer, random: Random, { rounds, verbs }: { rounds: number; verbs: Verb[] }) {
  const found = { calls: 0, accepted: 0, deadlocks: 0, failures: [] as string[], lost: 0 }
  const unwatch = watchQueries(async (_client, statement, send) => {
    try {
      return await send(statement)
    } catch (error) {
      found.deadlocks += Number(error instanceof Error && 'code' in error && error.code === '40P01')
      throw error
    }
  })
  try {
    for (let round = 0; round < rounds; round += 1) {
      const count = CALLS.least + random.below(CALLS.most - CALLS.least + 1)
      const chosen = Array.from({ length: count }, () => random.pick(verbs))
      const scenario = await prepare(ledger, chosen)
      const sent = await callsOfEach(scenario, chosen, random)
      const latest = chosen.includes('delete account') ? LATEST_START_MS : 1
      const answer = async ({ verb, call }: Sent) => {
        if (verb !== 'delete account') await pause(random.below(latest))
        const { status } = await call().catch(() => ({ status: 500 }))
        found.accepted += Number(status < 300)
        // Of more than five codes that one member types at once, some are refused.
        const isLimited = status === 429 && verb !== 'confirm offline'
        if (status >= 500 || isLimited) found.failures.push(`${verb} ${status}`)
      }
      await Promise.all(sent.map(answer))
      found.calls += sent.length
      found.lost += await countLost(scenario)
    }
    return { ...found, ledgerErrors: await findLedgerErrors(ledger.server.deps.db.pool) }
  } finally {
    unwatch()
  }
}

/** Two members with receipts that can be reversed and undone, and two vouchers of each member; some can expire. */
async function prepare(ledger: LedgerServer, chosen: Verb[]): Promise<Scenario> {
  const scenario = await newScenario(ledger)
  const { server, merchantId, members, receipts, reviewers } = scenario
  const approveOne = async (userId: number) => {
    const { id } = await insertReceipt(server.deps, { userId, merchantId, amountSen: SEN_OF_A_RECEIPT })
    await reviewers[0].approve(id)
    receipts.push(id)
  }
  for (const { id } of members.slice(0, 2)) await approveOne(id)
  server.travel(UNDO_MS + 1)
  for (const { id } of members.slice(0, 2)) await approveOne(id)
  for (const member of [0, 1, 2] as const)
    await perform(scenario, { kind: 'claim', member, reward: 0, isRepeat: false })
  const some = scenario.vouchers.filter((_, at) => at % 2 === 1).map(({ id }) => id)
  if (chosen.includes('expire'))
    await server.sql('UPDATE vouchers SET expires_at = $2 WHERE id = ANY($1)', [some, server.deps.now()])
  return scenario
}

type Sent = { verb: Verb; call: Call }

async function callsOfEach(scenario: Scenario, chosen: Verb[], random: Random): Promise<Sent[]> {
  const { server, members, vouchers } = scenario
  const sent: Sent[] = []
  for (const verb of chosen.filter(isSessionCall)) {
    const [method, path, where] = sessionCalls[verb]
    const { id, member } = random.pick(vouchers)
    const elsewhere = where === 'elsewhere' && (await createMemberSession(server.deps, members[member]))
    const call = connect(server, { headers: elsewhere || members[member].headers })
    if (verb === 'log out elsewhere') await call('POST', `/vouchers/${id}/key`, {})
    sent.push({ verb, call: () => call(method, path.replace(':id', String(id)), method === 'POST' ? {} : undefined) })
  }
  const names = chosen.filter((verb): verb is Name => !isSessionCall(verb))
  for (const operation of drawEach(names, random.below(2 ** 31)))
    for (const call of await callsOf(scenario, operation)) sent.push({ verb: operation.kind, call })
  return random.shuffle(sent)
}

async function countLost({ server, members, vouchers }: Scenario): Promise<number> {
  const ids = members.map(({ id }) => id)
  const { rows } = await server.sql('SELECT id FROM vouchers WHERE user_id = ANY($1)', [ids])
  const missing = vouchers.filter(({ id }) => !rows.some((row) => row.id === id))
  const unanswered = rows.filter((row) => !vouchers.some(({ id }) => row.id === id))
  return missing.length + unanswered.length
}
