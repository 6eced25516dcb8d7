import type { RewardsOverview } from '@stampus/contract/console/overview'
import * as calls from '@stampus/contract/console/overview'
import { dayIn, instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { csvFile, csvHeaders, startExport } from '../../platform/http/csv.ts'
import { routes } from '../../platform/http/route.ts'
import { readHandedOut, readOutstanding } from './rewards-overview.store.ts'

const MONTHS = 12
const COLUMNS = ['figure', 'month', 'merchant_id', 'merchant', 'vouchers', 'stamps', 'amount', 'currency']

export const rewardsOverviewRoutes = routes(calls, (deps: Deps) => ({
  showRewards: async () => ({ data: await getRewards(deps) }),
  exportRewards: async (_, { operator, reply }) => {
    const key = `overview-export|${operator.id}`
    await startExport(deps, { operatorId: operator.id }, { key, action: 'overview.exported', changedFields: [] })
    const file = csvFile(COLUMNS, csvRows(await getRewards(deps), deps.config.CURRENCY))
    return reply.headers(csvHeaders('rewards', dayIn(deps.config.TIME_ZONE, deps.now()))).send(file)
  },
}))

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
