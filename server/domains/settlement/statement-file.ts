import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../platform/audit/audit.store.ts'
import {
  type Columns,
  csvFile,
  readForFile,
  startExport,
  tableOf,
  timeCell,
  truncatedRow,
} from '../../platform/http/csv.ts'
import { listLinesOf } from './statements.service.ts'
import type { LineRow, StatementRow } from './statements.store.ts'

const COLUMNS: Columns<{ statement: StatementRow; line: LineRow }> = {
  merchant: ({ statement }) => statement.merchant.name,
  month: ({ statement }) => ({ date: statement.month }),
  state: ({ statement }) => statement.state,
  at: ({ line }, settings) => timeCell(line.at, settings),
  kind: ({ line }) => line.kind,
  way: ({ line }) => line.way,
  number: ({ line }) => line.number,
  reward: ({ line }) => line.title,
  amount: ({ line }) => ({ sen: line.amount_sen }),
  currency: (_line, { CURRENCY }) => CURRENCY,
  reason: ({ line }) => line.reason,
  dispute: ({ line }) => line.dispute?.reason,
  answer: ({ line }) => line.dispute?.answer,
}

/** Streams the lines of statements as a CSV file, and writes an audit entry. Throws 429 above 20 exports an hour. */
export async function exportLines(deps: Deps, by: Actor, statements: StatementRow[]) {
  const who = by.operatorId === null ? `owner|${by.ownerId}` : `operator|${by.operatorId}`
  await startExport(deps, by, { key: `statements-export|${who}`, action: 'statements.exported', changedFields: [] })
  return csvFile(Object.keys(COLUMNS), csvRows(deps, statements, EXPORT_MAX_ROWS))
}

/** Yields a row for each line. When there are more than `limit`, a last one says so. */
export async function* csvRows(deps: Deps, statements: StatementRow[], limit: number) {
  const { columns, cellsOf } = tableOf(COLUMNS, deps.config)
  let left = limit
  for (const statement of statements)
    for (const line of await readForFile(() => listLinesOf(deps.db.pool, deps, statement))) {
      if (left === 0) {
        yield truncatedRow(columns, limit)
        return
      }
      left -= 1
      yield cellsOf({ statement, line })
    }
}
