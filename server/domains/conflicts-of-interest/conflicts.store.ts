import type { Queryable } from '../../platform/db/database.ts'
import { some } from '../../platform/db/query.ts'
import { type Parameter, parameter, raw, type Sql, sql } from '../../platform/db/sql.ts'

/** Ids of the merchants of an operator or a member: as one of their people or owners, or as a manager recorded. */
export const merchantsOf = (kind: 'operator' | 'member', id: Sql | Parameter) => sql`
  (SELECT t.with_id FROM ties t WHERE t.kind = ${raw(`'${kind}'`)} AND t.id = ${id} AND t.with_kind = 'merchant')`

export const belongsTo = (db: Queryable, operatorId: number, merchantId: number) =>
  some(db, 'ties.merchant')`SELECT WHERE ${merchantId} IN ${merchantsOf('operator', parameter(operatorId))}`

/** Whether an address, in the form of `emailKey`, is one of an operator. */
export const isAddressOf = (db: Queryable, operatorId: number, emailKey: string) => some(db)`
  SELECT FROM known_addresses WHERE kind = 'operator' AND id = ${operatorId} AND email_key = ${emailKey} LIMIT 1`
