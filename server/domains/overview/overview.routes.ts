import type { Overview, RewardsOverview } from '@stampus/contract/console/overview'
import * as calls from '@stampus/contract/console/overview'
import { CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { dayIn, instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { csvFile, csvHeaders, startExport } from '../../platform/http/csv.ts'
import { routes } from '../../platform/http/route.ts'
import { countConfirmedByOcr } from '../review/bulk/classify-receipts.ts'
import { countNotCountersigned } from '../review/requests.store.ts'
import { finalBefore } from '../review/spot-checks/spot-checks.service.ts'
import { countAgreement } from '../review/spot-checks/spot-checks.store.ts'
import {
  type DayRow,
  readDays,
  readHandedOut,
  readOutstanding,
  readTopMerchants,
  readWaiting,
} from './overview.store.ts'

const DEFAULT_DAYS = '30'

export const overviewRoutes = routes(calls, (deps: Deps) => ({
  showOverview: async ({ days = DEFAULT_DAYS }, { operator }) => ({
    data: await getOverview(deps, operator.id, Number(days)),
  }),
  showRewards: async () => ({ data: await getRewards(deps) }),
  exportRewards: async (_, { operator, reply }) => {
    const key = `overview-export|${operator.id}`
    await startExport(deps, { operatorId: operator.id }, { key, action: 'overview.exported', changedFields: [] })
    const file = csvFile(COLUMNS, csvRows(await getRewards(deps), deps.config.CURRENCY))
    return reply.headers(csvHeaders('rewards', dayIn(deps.config.TIME_ZONE, deps.now()))).send(file)
  },
}))

/** The figures of the last `days` campus days, including today, for one operator. */
async function getOverview(deps: Deps, operatorId: number, days: number): Promise<Overview> {
  const { config } = deps
  const { pool } = deps.db
  const at = deps.now()
  const timeZone = config.TIME_ZONE
  const first = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay()
    .subtract({ days: days - 1 })
  const since = new Date(first.epochMilliseconds)
  const rows = await readDays(pool, { since, timeZone })
  const whole = rows.find(({ day }) => day === null)
  const dayAt = (offset: number) => first.add({ days: offset }).toPlainDate().toString()
  return {
    waiting: await getWaiting(deps, operatorId, at),
    days: Array.from({ length: days }, (_, offset) => presentDay(dayAt(offset), rows)),
    typical_ms: whole?.typical_ms ?? null,
    slow_ms: whole?.slow_ms ?? null,
    checks: await countAgreement(pool, { since, givenUntil: finalBefore(deps) }),
    not_countersigned: await countNotCountersigned(pool, new Date(at.getTime() - CONFIRMER_WINDOW_MS)),
    top_merchants: await readTopMerchants(pool, since),
  }
}

async function getWaiting(deps: Deps, operatorId: number, at: Date): Promise<Overview['waiting']> {
  const targetHours = deps.config.REVIEW_TARGET_HOURS
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS)
  const { oldest_at, ...counts } = await readWaiting(deps.db.pool, operatorId, {
    ageing: ago(targetHours / 2),
    overdue: ago(targetHours),
  })
  const fitting = await countConfirmedByOcr(deps, operatorId)
  return { ...counts, oldest_at: oldest_at?.toISOString() ?? null, target_hours: targetHours, fitting }
}

function presentDay(day: string, rows: DayRow[]): Overview['days'][number] {
  const { approved = 0, rejected = 0, stamps = 0, typical_ms = null } = rows.find((row) => row.day === day) ?? {}
  return { day, approved, rejected, stamps, typical_ms }
}

const MONTHS = 12
const COLUMNS = ['figure', 'month', 'merchant_id', 'merchant', 'vouchers', 'stamps', 'amount', 'currency']

async function getRewards({ db, config, now }: Deps): Promise<RewardsOverview> {
  const at = now()
  const timeZone = config.TIME_ZONE
  const present = Temporal.PlainYearMonth.from(dayIn(timeZone, at).slice(0, 7))
  const months = Array.from({ length: MONTHS }, (_, ago) => present.subtract({ months: MONTHS - 1 - ago }).toString())
  const since = instantOf(`${months[0]}-01`, '00:00', timeZone)
  const { stamps: outstanding_stamps, ...ready } = await readOutstanding(db.pool, at)
  const rows = await readHandedOut(db.pool, { since, timeZone })
  return {
    outstanding_stamps,
    ...ready,
    months,
    handed_out: rows.map(({ merchant_id: id, merchant_name: name, ...row }) => ({
      ...row,
      merchant: id === null || name === null ? null : { id, name },
    })),
  }
}

async function* csvRows(rewards: RewardsOverview, currency: string) {
  const { outstanding_stamps, ready_vouchers, ready_stamps, ready_sen, handed_out } = rewards
  yield ['outstanding', '', '', '', '', outstanding_stamps, '', '']
  yield ['ready', '', '', '', ready_vouchers, ready_stamps, { sen: ready_sen }, currency]
  for (const { month, merchant, vouchers, value_sen } of handed_out)
    yield ['handed out', { date: month }, merchant?.id, merchant?.name, vouchers, '', { sen: value_sen }, currency]
}
