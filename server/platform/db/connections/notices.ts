import type { Queryable } from '../database.ts'

const CHANNEL = 'stampus_public'

/** Tells every replica, once the transaction has committed, that what everybody is shown has changed. */
export async function announceChange(tx: Queryable): Promise<void> {
  await tx.query({ text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, ''] })
}

/** From then on this connection hears of such changes. */
export async function hearChanges(connection: Queryable): Promise<void> {
  await connection.query(`LISTEN ${CHANNEL}`)
}
