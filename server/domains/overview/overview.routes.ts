import type { Overview } from '@stampus/contract/console/overview'
import * as calls from '@stampus/contract/console/overview'
import { CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { routes } from '../../platform/http/route.ts'
import { countConfirmedByOcr } from '../review/bulk/classify-receipts.ts'
import { countNotCountersigned } from '../review/requests.store.ts'
import { finalBefore } from '../review/spot-checks/spot-checks.service.ts'
import { countAgreement } from '../review/spot-checks/spot-checks.store.ts'
import { type DayRow, readDays, readTopMerchants, readWaiting } from './overview.store.ts'

const DEFAULT_DAYS = '30'

export const overviewRoutes = routes(calls, (deps: Deps) => ({
  showOverview: async ({ days = DEFAULT_DAYS }, { operator }) => ({
    data: await getOverview(deps, operator.id, Number(days)),
  }),
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
    late: ago(targetHours),
  })
  const fitting = await countConfirmedByOcr(deps, operatorId)
  return { ...counts, oldest_at: oldest_at?.toISOString() ?? null, target_hours: targetHours, fitting }
}

function presentDay(day: string, rows: DayRow[]): Overview['days'][number] {
  const { approved = 0, rejected = 0, stamps = 0, typical_ms = null } = rows.find((row) => row.day === day) ?? {}
  return { day, approved, rejected, stamps, typical_ms }
}
