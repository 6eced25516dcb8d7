import type { Queryable } from '../../../platform/db/database.ts'

/** Pending receipts beyond an id that an older release of the reader has read, and for which no job waits. */
export async function findOutdated(
  db: Queryable,
  { reader, beyond, limit }: { reader: number; beyond: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'readings.outdated',
    text: `SELECT s.id FROM submissions s JOIN readings r ON r.submission_id = s.id
           WHERE s.status = 'pending' AND s.picture_key IS NOT NULL AND r.reader < $1 AND s.id > $2
             AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'reading' AND j.data->>'submissionId' = s.id::text
               AND j.state IN ('created', 'retry', 'active'))
           ORDER BY s.id LIMIT $3`,
    values: [reader, beyond, limit],
  })
  return rows.map(({ id }) => id)
}
