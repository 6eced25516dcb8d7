import { UNDO_MS } from '@stampus/contract/limits'
import type { Deps } from '../../../server/deps.ts'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { type ClaimAnswer, type Claimant, createClaimant, createReward, vouchersOf } from '../../support/api/rewards.ts'
import type { TestApp } from '../../support/server/app.ts'
import type { LedgerServer } from '../support/environment.ts'
import { submit } from './actions/perform.ts'
import { newScenario, readBooks } from './scenario.ts'

const COST = 3
/** Enough for one voucher, not for two. */
const FOR_ONE = 5

/** What claims at the same moment did. `others` are refusals for another reason. */
export type ClaimRace = {
  claimed: number
  refused: number
  others: string[]
  taken: number
  redemptions: number
  ledgerErrors: string[]
}

/** So many members claim a reward of this stock at the same moment. */
export async function raceForStock(
  server: TestApp,
  { claimants, stock }: { claimants: number; stock: number },
): Promise<ClaimRace> {
  const { deps } = server
  const reward = await createReward(deps, { stamps: COST, stock })
  const members = await createClaimants(deps, claimants)
  const answers = await Promise.all(members.map((member) => vouchersOf(server, member).claim(reward)))
  return judgeClaims(deps, reward.id, answers, 'sold_out')
}

/** So many members, each with stamps for one voucher, claim it several times at the same moment. */
export async function raceForStamps(
  server: TestApp,
  { claimants, claims }: { claimants: number; claims: number },
): Promise<ClaimRace> {
  const { deps } = server
  const reward = await createReward(deps, { stamps: COST })
  const members = await createClaimants(deps, claimants)
  const claimOften = ({ claim }: ReturnType<typeof vouchersOf>) => Array.from({ length: claims }, () => claim(reward))
  const answers = await Promise.all(members.flatMap((member) => claimOften(vouchersOf(server, member))))
  return judgeClaims(deps, reward.id, answers, 'stamps_missing')
}

async function createClaimants(deps: Deps, count: number): Promise<Claimant[]> {
  const members: Claimant[] = []
  while (members.length < count) members.push(await createClaimant(deps, FOR_ONE))
  return members
}

async function judgeClaims(deps: Deps, rewardId: number, answers: ClaimAnswer[], code: string): Promise<ClaimRace> {
  const { pool } = deps.db
  const isRefused = (answer: ClaimAnswer) => answer.status === 409 && answer.code === code
  const { rows } = await pool.query<{ taken: number; redemptions: number }>({
    text: `SELECT w.taken, (SELECT count(*)::int FROM ledger_entries l JOIN voucher_events e ON e.id = l.voucher_event_id
        JOIN vouchers v ON v.id = e.voucher_id WHERE v.reward_id = w.id AND l.stamps = -v.stamps) AS redemptions
      FROM rewards w WHERE w.id = $1`,
    values: [rewardId],
  })
  return {
    claimed: answers.filter(({ status }) => status === 201).length,
    refused: answers.filter(isRefused).length,
    others: answers
      .filter((answer) => answer.status !== 201 && !isRefused(answer))
      .map(({ status, message }) => `${status} ${message}`),
    taken: rows[0]?.taken ?? 0,
    redemptions: rows[0]?.redemptions ?? 0,
    ledgerErrors: await findLedgerErrors(pool),
  }
}

/** The receipts that one member may send in an hour. */
const AN_HOUR = 40

/** The result of simultaneous decisions, each of which tries to credit two stamps. */
export async function raceToDecide(
  ledger: LedgerServer,
  { receipts, decisions }: { receipts: number; decisions: number },
) {
  const found = { approvals: 0, credits: 0, balances: 0, rejections: [] as number[] }
  for (let left = receipts; left > 0; left -= AN_HOUR) {
    const scenario = await newScenario(ledger)
    const desks = [...scenario.reviewers, scenario.manager]
    const { balances, entries } = await readBooks(scenario)
    for (let at = 0; at < Math.min(left, AN_HOUR); at += 1) {
      await submit(scenario, { member: 0, sen: 2500, isApproved: false })
      const id = scenario.receipts.at(-1) ?? 0
      const decide = (_: unknown, call: number) => desks[call % desks.length]?.approve(id)
      const answers = await Promise.all(Array.from({ length: decisions }, decide))
      ledger.server.travel(UNDO_MS)
      const statuses = answers.map((answer) => answer?.status ?? 0)
      found.approvals += statuses.filter((status) => status === 201).length
      found.rejections.push(...statuses.filter((status) => status !== 201))
    }
    const after = await readBooks(scenario)
    found.credits += after.entries - entries
    const [member] = scenario.members
    const shown = member ? (await vouchersOf(ledger.server, member).wallet()).stamp_balance : 0
    found.balances += shown - (balances[0] ?? 0)
  }
  return { ...found, ledgerErrors: await findLedgerErrors(ledger.server.deps.db.pool) }
}
