import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../server/deps.ts'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { voucherCode } from '../../support/api/codes.ts'
import { createDesk } from '../../support/api/desk.ts'
import { type ClaimAnswer, type Claimant, createClaimant, createReward, vouchersOf } from '../../support/api/rewards.ts'
import type { TestApp } from '../../support/server/app.ts'

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

/** `handOvers` are the recorded ones. Each manager has two devices; taps with the same request id count as one. */
export type ConfirmationRace = {
  confirmed: number
  refused: number
  others: string[]
  used: number
  handOvers: number
  ledgerErrors: string[]
}

/** A manager who has been refused more often in an hour can check no more vouchers. */
const VOUCHERS_OF_A_TEAM = 25

/** So many vouchers, each confirmed by so many managers at the same moment. */
export async function raceToConfirm(
  server: TestApp,
  { vouchers, managers }: { vouchers: number; managers: number },
): Promise<ConfirmationRace> {
  const { deps } = server
  const reward = await createReward(deps, { stamps: COST })
  let team: Desk[] = []
  const statuses: number[] = []
  for (let at = 0; at < vouchers; at += 1) {
    if (at % VOUCHERS_OF_A_TEAM === 0) team = await createTeam(server, managers)
    statuses.push(...(await confirmAtOnce(server, reward, team)))
  }
  const { rows } = await deps.db.pool.query<{ used: number; handOvers: number }>({
    text: `SELECT count(DISTINCT v.id)::int AS used, count(e.id)::int AS "handOvers"
      FROM vouchers v JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'used'
      WHERE v.reward_id = $1 AND v.state = 'used'`,
    values: [reward.id],
  })
  return {
    confirmed: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((status) => status === 409).length,
    others: statuses.filter((status) => ![200, 409].includes(status)).map(String),
    used: rows[0]?.used ?? 0,
    handOvers: rows[0]?.handOvers ?? 0,
    ledgerErrors: await findLedgerErrors(deps.db.pool),
  }
}

type Desk = Awaited<ReturnType<typeof createDesk>>

async function createTeam(server: TestApp, managers: number): Promise<Desk[]> {
  const team: Desk[] = []
  while (team.length < managers) team.push(await createDesk(server, { role: 'manager' }))
  return team
}

/** Each manager checks the same code and taps twice, and once on another device; returns the status of each confirmation. */
async function confirmAtOnce(
  server: TestApp,
  reward: { id: number; version: number },
  team: Desk[],
): Promise<number[]> {
  const { claim, call } = vouchersOf(server, await createClaimant(server.deps, FOR_ONE))
  const { id, number } = (await claim(reward)).data
  const { data: opened } = await call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  const code = voucherCode(opened.key, server.deps.now().getTime())
  const confirm = async (desk: Desk) => {
    const checked = await desk.call('POST', '/vouchers/check', { number, code })
    if (checked.status !== 200) return [checked.status, checked.status]
    const tap = (requestId: string) => desk.call('POST', `/vouchers/${id}/hand-over`, { request_id: requestId })
    const requestId = randomUUID()
    const [first, again, elsewhere] = await Promise.all([tap(requestId), tap(requestId), tap(randomUUID())])
    return [first.status === again.status ? first.status : 0, elsewhere.status]
  }
  return (await Promise.all(team.map(confirm))).flat()
}
