import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { createOperator, createOperatorSession } from '../../support/api/accounts.ts'
import { createWorkingPhone } from '../../support/api/counters.ts'
import { createClaimant, createReward } from '../../support/api/rewards.ts'
import { urlOf } from '../../support/database/template.ts'
import { testApp } from '../../support/server/app.ts'
import { startServerProcess } from '../../support/server/process.ts'
import type { Environment } from './environment.ts'
import type { VoucherKillPoint } from './kill-points.ts'
import {
  continueErrands,
  newVoucherRecord,
  runErrands,
  type VoucherClient,
  type VoucherRecord,
  type Way,
} from './voucher-clients.ts'
import type { VoucherFault } from './voucher-kill-points.ts'

/** When the server reaches a point for the nth time, counted from 0. */
export type VoucherKill = { at: VoucherKillPoint; after: number }

/** What must not happen: every number is 0. */
export type VoucherViolations = {
  lost: number
  duplicates: number
  unsettled: number
  ledgerErrors: number
}

export type VoucherFindings = {
  hits: Record<string, number>
  claimed: number
  used: number
  waiting: number
  violations: VoucherViolations
  errors: string[]
}

const CLIENTS = 10
/** Then others take over: a member may claim 60 times an hour, and a code that was under way at a kill counts as wrong. */
const KILLS_OF_CLIENTS = 4
const STAMPS_OF_A_CLIENT = 100_000
const GONE_WITHIN_MS = 30_000

/** Kills the server again and again while clients claim and use vouchers, and returns what is left in the end. */
export async function runVoucherKills(
  environment: Environment,
  kills: VoucherKill[],
  injected?: VoucherFault,
): Promise<VoucherFindings> {
  const { reward, cohorts } = await createShop(environment, Math.ceil(kills.length / KILLS_OF_CLIENTS))
  const record = newVoucherRecord()
  const hits: Record<string, number> = {}
  for (const [number, { at, after }] of kills.entries()) {
    const server = await start(environment, {
      STAMPUS_KILL_AT: at,
      STAMPUS_KILL_AFTER: String(after),
      ...(injected && { STAMPUS_INJECTED_FAULT: injected }),
    })
    const shop = { server, reward, record }
    const isThere = await continueErrands(shop)
    if (isThere) await runErrands(shop, cohorts[Math.floor(number / KILLS_OF_CLIENTS)] ?? [], wayTo(at))
    // The clients notice the end before this process does.
    const isHit =
      record.open.size > 0 && (await Promise.race([server.gone.then(() => true), pause(GONE_WITHIN_MS, false)]))
    hits[at] = (hits[at] ?? 0) + Number(isHit)
    await server.kill()
  }
  const server = await start(environment, injected ? { STAMPUS_INJECTED_FAULT: injected } : {})
  await continueErrands({ server, reward, record })
  await server.stop()
  const { claimed, used, waiting, problems } = record
  const violations = await findViolations(environment, reward, record)
  return {
    hits,
    claimed: claimed.size,
    used: used.size,
    waiting: waiting.size,
    violations,
    errors: problems.slice(0, 5),
  }
}

/** In which way the clients must use their vouchers for the server to reach a point. */
function wayTo(at: VoucherKillPoint): Way {
  const [first = ''] = at.split(' ')
  return WAYS.find((way) => way === first) ?? 'desk'
}

const WAYS: Way[] = ['counter', 'offline', 'late', 'waiting']

/** A reward, and so many groups of signed-in clients with many stamps. */
async function createShop(environment: Environment, groups: number) {
  return withDatabase(environment, async ({ deps }) => {
    const phone = await createWorkingPhone(deps)
    const reward = await createReward(deps, { stamps: 1, stock: 1_000_000, merchant_id: phone.merchantId })
    const cohorts: VoucherClient[][] = []
    while (cohorts.length < groups) cohorts.push(await createClients(deps, phone))
    return { reward, cohorts }
  })
}

async function createClients(deps: Open['deps'], phone: VoucherClient['phone']): Promise<VoucherClient[]> {
  const clients: VoucherClient[] = []
  while (clients.length < CLIENTS)
    clients.push({
      member: (await createClaimant(deps, STAMPS_OF_A_CLIENT)).headers,
      manager: await createOperatorSession(deps, await createOperator(deps, { role: 'manager' })),
      phone,
    })
  return clients
}

type Open = Awaited<ReturnType<typeof testApp>>

async function withDatabase<Result>(environment: Environment, work: (app: Open) => Promise<Result>): Promise<Result> {
  const app = await testApp({}, await environment.openDatabase())
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

function start({ dataDir, postgres }: Environment, settings: Record<string, string>) {
  return startServerProcess(dataDir, {
    ...settings,
    ...(postgres && { DATABASE_URL: urlOf(postgres.url, 'stampus') }),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'voucher-kill-points.ts')}`,
  })
}

function findViolations(
  environment: Environment,
  { id }: { id: number },
  { claimed, used, waiting, open }: VoucherRecord,
): Promise<VoucherViolations> {
  return withDatabase(environment, async ({ deps }) => {
    const { rows } = await deps.db.pool.query<{
      id: number
      state: string
      key: string
      handOvers: number
      lateRows: number
    }>({
      text: `SELECT v.id, v.state, v.idempotency_key AS key, count(e.id)::int AS "handOvers",
          (SELECT count(*)::int FROM late_hand_overs l WHERE l.voucher_id = v.id) AS "lateRows"
        FROM vouchers v LEFT JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'used'
        WHERE v.reward_id = $1 GROUP BY v.id`,
      values: [id],
    })
    const stored = new Map(rows.map((row) => [row.id, row]))
    const lostClaims = [...claimed].filter(([key, voucher]) => stored.get(voucher)?.key !== key)
    const lostHandOvers = [...used].filter((voucher) => stored.get(voucher)?.state !== 'used')
    const lostEntries = [...waiting].filter((voucher) => stored.get(voucher)?.lateRows === 0)
    const entries = rows.filter(({ id, lateRows }) => lateRows > Number(waiting.has(id)))
    const unknown = rows.filter((row) => claimed.get(row.key) !== row.id)
    return {
      lost: lostClaims.length + lostHandOvers.length + lostEntries.length,
      duplicates: unknown.length + entries.length + rows.filter(({ handOvers }) => handOvers > 1).length,
      unsettled: open.size,
      ledgerErrors: (await findLedgerErrors(deps.db.pool)).length,
    }
  })
}
