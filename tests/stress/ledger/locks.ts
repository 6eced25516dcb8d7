import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { UNDO_MS } from '@stampus/contract/limits'
import { vouchersCleanUp } from '../../../server/domains/rewards/vouchers/vouchers.service.ts'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { createMemberSession } from '../../support/api/accounts.ts'
import { counterCode, voucherCode } from '../../support/api/codes.ts'
import { counterOf, keepWorking, minuteOf, type WorkingPhone } from '../../support/api/counter-vouchers.ts'
import { createCashier, createOwner, createPhone } from '../../support/api/counters.ts'
import { createReversalDesks } from '../../support/api/reversals.ts'
import { createClaimant, createReward, vouchersOf } from '../../support/api/rewards.ts'
import { createSubmission } from '../../support/api/submissions.ts'
import type { LedgerServer } from '../support/environment.ts'
import { watchQueries } from '../support/queries.ts'
import type { Random } from '../support/seeded-random.ts'

/** What locks a member, a receipt, a reward, a voucher or the session whose device opened it. */
export const VERBS = [
  ...(['claim', 'reverse', 'undo', 'delete account', 'expire'] as const),
  ...(['give back', 'hand over', 'void'] as const),
  ...(['open', 'open elsewhere', 'sign out others', 'log out elsewhere'] as const),
  ...(['hand over at counter', 'take back at counter', 'confirm offline', 'enter late'] as const),
]
const AT_COUNTER: Verb[] = ['hand over at counter', 'take back at counter', 'confirm offline', 'enter late']
export type Verb = (typeof VERBS)[number]

const COST = 2
const FIRST_STAMPS = 5
const SEN_OF_A_RECEIPT = 3000
const PASSWORD = 'Kopi-0-kosong'
/** A session of an operator lasts twelve hours. */
const ROUNDS_OF_A_TEAM = 200
/** Checking a password takes so long, and the others must still be under way. */
const LATEST_START_MS = 40

/** `lost` are vouchers that a claim answered and that do not exist, or that exist without an answer. */
export type LockFindings = {
  calls: number
  accepted: number
  deadlocks: number
  failures: string[]
  lost: number
  ledgerErrors: string[]
}

/** Performs random verbs on two members and their two rewards at the same moment, so many rounds. */
export async function runLockRounds(
  ledger: LedgerServer,
  random: Random,
  { rounds, verbs }: { rounds: number; verbs: Verb[] },
): Promise<LockFindings> {
  const found: LockFindings = { calls: 0, accepted: 0, deadlocks: 0, failures: [], lost: 0, ledgerErrors: [] }
  const unwatch = countDeadlocks(() => {
    found.deadlocks += 1
  })
  try {
    let team = await newTeam(ledger)
    for (let round = 1; round <= rounds; round += 1) {
      if (round % ROUNDS_OF_A_TEAM === 0) team = await newTeam(ledger)
      await runRound({ ledger, random, verbs, team, found })
    }
    return { ...found, ledgerErrors: await findLedgerErrors(ledger.server.deps.db.pool) }
  } finally {
    unwatch()
  }
}

function countDeadlocks(onDeadlock: () => void): () => void {
  return watchQueries(async (_client, statement, send) => {
    try {
      return await send(statement)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '40P01') onDeadlock()
      throw error
    }
  })
}

type Reward = { id: number; version: number }
type Team = Awaited<ReturnType<typeof createReversalDesks>> & { rewards: Reward[]; phone: WorkingPhone }

async function newTeam({ server, merchantId }: LedgerServer): Promise<Team> {
  const given = { stamps: COST, merchant_id: merchantId }
  const rewards = [await createReward(server.deps, given), await createReward(server.deps, given)]
  const phone = await createPhone(server.deps, { owner: await createOwner(server.deps, { merchantId }) })
  const cashier = await createCashier(server.deps, phone, `Cashier of phone ${phone.id}`)
  return { ...(await createReversalDesks(server)), rewards, phone: { ...phone, cashier } }
}

type Round = {
  ledger: LedgerServer
  random: Random
  verbs: Verb[]
  team: Team
  found: LockFindings
}

const CALLS = { least: 4, most: 9 }

async function runRound({ ledger, random, verbs, team, found }: Round): Promise<void> {
  const count = CALLS.least + random.below(CALLS.most - CALLS.least + 1)
  const chosen = Array.from({ length: count }, () => ({ verb: random.pick(verbs), who: random.below(2) }))
  const ofMember = (who: number) => new Set(chosen.filter((one) => one.who === who).map(({ verb }) => verb))
  const stages = [await prepare(ledger, team, ofMember(0), random), await prepare(ledger, team, ofMember(1), random)]
  const latest = chosen.some(({ verb }) => verb === 'delete account') ? LATEST_START_MS : 1
  const claimed: (number | undefined)[] = []
  const perform = async ({ verb, who }: { verb: Verb; who: number }) => {
    const stage = stages[who]
    const startAfter = random.below(latest)
    const reward = random.pick(team.rewards)
    if (!stage) return
    if (verb !== 'delete account') await pause(startAfter)
    const { status, data } = await call(ledger, team, stage, { verb, reward })
    found.calls += 1
    found.accepted += Number(status < 300)
    if (verb === 'claim' && status === 201) claimed.push(data?.id)
    if (status >= 500 || status === 429) found.failures.push(`${verb} ${status}`)
  }
  await Promise.all(chosen.map(perform))
  const before = stages.flatMap(({ vouchers }) => vouchers.map(({ id }) => id))
  found.lost += await countLost(ledger, stages, [...before, ...claimed])
}

/** How many vouchers of these members differ from the answered ones. */
async function countLost({ server }: LedgerServer, stages: Stage[], answered: (number | undefined)[]) {
  const { rows } = await server.deps.db.pool.query<{ id: number }>({
    text: 'SELECT id FROM vouchers WHERE user_id = ANY($1)',
    values: [stages.map(({ claimant }) => claimant.id)],
  })
  const stored = rows.map(({ id }) => id)
  const missing = answered.filter((id) => id === undefined || !stored.includes(id))
  return missing.length + stored.filter((id) => !answered.includes(id)).length
}

type Stage = Awaited<ReturnType<typeof prepare>>

/** A member with two vouchers and, where a verb needs it, a receipt that can be reversed or undone. */
async function prepare({ server, merchantId }: LedgerServer, team: Team, verbs: Set<Verb>, random: Random) {
  const { deps } = server
  const claimant = await createClaimant(deps, FIRST_STAMPS)
  const own = vouchersOf(server, claimant)
  const approved = async () => {
    const { id } = await createSubmission(deps, { userId: claimant.id, merchantId, amountSen: SEN_OF_A_RECEIPT })
    await team.desk.approve(id)
    return id
  }
  const old = verbs.has('reverse') ? await approved() : 0
  server.travel(UNDO_MS + 1)
  const recent = verbs.has('undo') ? await approved() : 0
  const vouchers = []
  for (const reward of random.shuffle(team.rewards)) vouchers.push((await own.claim(reward)).data)
  const [first, second] = vouchers
  if (verbs.has('hand over') && first) await own.check(first, team.manager)
  const decisionId = old && (await team.findDecisionInForceId(old))
  if (verbs.has('expire') && second)
    await deps.db.pool.query({
      text: 'UPDATE vouchers SET expires_at = $2 WHERE id = $1',
      values: [second.id, deps.now()],
    })
  const elsewhere = vouchersOf(server, { headers: await createMemberSession(deps, claimant) })
  if (verbs.has('sign out others') || verbs.has('log out elsewhere'))
    await elsewhere.call('POST', `/vouchers/${first?.id}/key`, {})
  const noted = first && AT_COUNTER.some((verb) => verbs.has(verb)) && (await openAtCounter(server, team, own, first))
  return { claimant, own, elsewhere, vouchers, old, decisionId, recent, noted }
}

/** The member opens the voucher and the cashier reads its code. Returns what a cashier would note. */
async function openAtCounter(
  server: LedgerServer['server'],
  { phone }: Team,
  own: ReturnType<typeof vouchersOf>,
  { id, number }: { id: number; number: string },
) {
  await keepWorking(server, phone)
  const { data } = await own.call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  const now = server.deps.now()
  const code = voucherCode(data.key, now.getTime())
  await counterOf(server, phone).check(number, code)
  return { number, code, noted_at: minuteOf(now) }
}

type Answer = { status: number; data?: { id?: number } | undefined }

async function call(
  { server }: LedgerServer,
  { desk, manager, reverse, phone }: Team,
  { claimant, own, elsewhere, vouchers: [first, second], old, decisionId, recent, noted }: Stage,
  { verb, reward }: { verb: Verb; reward: Reward },
): Promise<Answer> {
  const firstId = first?.id ?? 0
  const counter = counterOf(server, phone)
  const voidAs = (state: string) =>
    manager.call<Answer>('POST', `/vouchers/${firstId}/void`, {
      state,
      reason: 'The shop has closed.',
      stamps_back: true,
    })
  const calls: Record<Verb, () => Promise<Answer>> = {
    claim: () => own.claim(reward),
    reverse: async () => ({ status: (await reverse(old, { status: 'rejected', decision_id: decisionId })).status }),
    undo: async () => ({ status: (await desk.undo(recent)).status }),
    'delete account': () => own.call('POST', '/user/deletion', { password: PASSWORD }),
    expire: () => expire(server),
    'give back': () => own.giveBack(second?.id ?? 0),
    'hand over': () => manager.call('POST', `/vouchers/${firstId}/hand-over`, { request_id: randomUUID() }),
    void: async () => {
      const asReady = await voidAs('ready')
      return asReady.status === 409 ? voidAs('used') : asReady
    },
    open: () => own.call('POST', `/vouchers/${firstId}/key`, {}),
    'open elsewhere': () => elsewhere.call('POST', `/vouchers/${firstId}/key`, {}),
    'log out elsewhere': () => elsewhere.call('POST', '/logout', {}),
    'sign out others': async () => {
      const { headers } = claimant
      const { statusCode } = await server.app.inject({ method: 'DELETE', url: '/api/user/sessions', headers })
      return { status: statusCode }
    },
    'hand over at counter': () => counter.handOver(firstId),
    'take back at counter': async () => ({ status: (await counter.takeBack(firstId)).status }),
    'confirm offline': () =>
      own.call('POST', `/vouchers/${firstId}/counter-code`, {
        code: counterCode(phone, noted ? noted.number : '', server.deps.now()),
      }),
    'enter late': () => counter.late(noted || { number: '', code: '', noted_at: '' }),
  }
  return calls[verb]()
}

async function expire({ deps }: LedgerServer['server']): Promise<Answer> {
  try {
    await vouchersCleanUp(deps).vouchers?.()
    return { status: 200 }
  } catch {
    return { status: 500 }
  }
}
