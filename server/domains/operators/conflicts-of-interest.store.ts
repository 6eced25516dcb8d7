import type { Queryable } from '../../platform/db/database.ts'

/** A college address of an operator's own, as it was written and in the form in which addresses are compared. */
export type OwnAddress = { email: string; email_key: string }
export type OwnMerchant = { id: number; name: string }

export async function listOwnAddresses(db: Queryable, operatorId: number): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>({
    text: 'SELECT email FROM operator_addresses WHERE operator_id = $1 ORDER BY email_key',
    values: [operatorId],
  })
  return rows.map(({ email }) => email)
}

export async function listOwnMerchants(db: Queryable, operatorId: number): Promise<OwnMerchant[]> {
  const { rows } = await db.query<OwnMerchant>({
    text: `SELECT m.id, m.name FROM operator_merchants o JOIN merchants m ON m.id = o.merchant_id
      WHERE o.operator_id = $1 ORDER BY m.name_key, m.id`,
    values: [operatorId],
  })
  return rows
}

export async function replaceOwnAddresses(tx: Queryable, operatorId: number, addresses: OwnAddress[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM operator_addresses WHERE operator_id = $1', values: [operatorId] })
  await tx.query({
    text: `INSERT INTO operator_addresses (operator_id, email, email_key)
      SELECT $1, email, email_key FROM unnest($2::text[], $3::text[]) AS given (email, email_key)
      ON CONFLICT DO NOTHING`,
    values: [operatorId, addresses.map(({ email }) => email), addresses.map(({ email_key }) => email_key)],
  })
}

/** Merchants that are no more are passed by. */
export async function replaceOwnMerchants(tx: Queryable, operatorId: number, merchantIds: number[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM operator_merchants WHERE operator_id = $1', values: [operatorId] })
  await tx.query({
    text: `INSERT INTO operator_merchants (operator_id, merchant_id)
      SELECT $1, id FROM merchants WHERE id = ANY($2::bigint[])`,
    values: [operatorId, merchantIds],
  })
}
