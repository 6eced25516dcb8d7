import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { secondIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { csvFile, readForFile } from '../../platform/http/csv.ts'
import { consumeLimit } from '../../platform/rate-limits/rate-limits.ts'
import { listLinesOf } from './statements.service.ts'
import type { LineRow, StatementRow } from './statements.store.ts'

const PER_HOUR = 20

const COLUMNS = [
  'merchant',
  'month',
  'state',
  'at',
  'kind',
  'way',
  'number',
  'reward',
  'amount',
  'currency',
  'reason',
  'dispute',
  'answer',
]

type Actor = { operatorId: number } | { operatorId: null; ownerId: number }

/** Streams the lines of statements as a CSV file, and writes an audit entry. Throws 429 above 20 exports an hour. */
export async function exportLines(deps: Deps, actor: Actor, statements: StatementRow[]) {
  const { pool } = deps.db
  const at = deps.now()
  const [kind, id] =
    'ownerId' in actor ? (['owner', actor.ownerId] as const) : (['operator', actor.operatorId] as const)
  await consumeLimit(pool, { key: `statements-export|${kind}|${id}`, max: PER_HOUR, windowSeconds: HOUR_SECONDS }, at)
  const subject = { subjectKind: kind, subjectId: id, changedFields: [] }
  await recordAudit(pool, { ...actor, action: 'statements.exported', ...subject, at })
  return csvFile(COLUMNS, csvRows(deps, statements, EXPORT_MAX_ROWS))
}

/** Yields a row for each line. When there are more than `limit`, a last one says so. */
export async function* csvRows(deps: Deps, statements: StatementRow[], limit: number) {
  let left = limit
  for (const statement of statements)
    for (const line of await readForFile(() => listLinesOf(deps.db.pool, deps, statement))) {
      if (left === 0) {
        yield [texts.exportTruncated(limit), ...COLUMNS.slice(1).map(() => '')]
        return
      }
      left -= 1
      yield cellsOf(deps, statement, line)
    }
}

function cellsOf({ config }: Deps, { merchant_name, month, state }: StatementRow, line: LineRow) {
  return [
    merchant_name,
    { date: month },
    state,
    { date: secondIn(config.TIME_ZONE, line.at) },
    line.kind,
    line.way,
    line.number,
    line.title,
    { sen: line.amount_sen },
    config.CURRENCY,
    line.reason,
    line.dispute,
    line.answer,
  ]
}
