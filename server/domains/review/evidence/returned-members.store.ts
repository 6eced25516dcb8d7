import type { Queryable } from '../../../platform/db/database.ts'

/** The address of the member who sent each of these submissions. */
export async function findSenders(db: Queryable, ids: number[]): Promise<{ id: number; email: string }[]> {
  const { rows } = await db.query<{ id: number; email: string }>({
    name: 'desk.senders',
    text: 'SELECT s.id, u.email FROM submissions s JOIN users u ON u.id = s.user_id WHERE s.id = ANY($1)',
    values: [ids],
  })
  return rows
}
