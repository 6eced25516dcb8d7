import { openDatabase } from '../../../server/platform/db/open-database.ts'

// A process that a test kills: it adds rows one by one and sends each number after its commit.
const database = await openDatabase({ dataDir: String(process.argv[2]) })
await database.pool.query('CREATE TABLE IF NOT EXISTS written (id int PRIMARY KEY)')
process.once('disconnect', () => process.exit())
const { rows } = await database.pool.query<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM written')
for (let id = (rows[0]?.last ?? 0) + 1; ; id += 1) {
  await database.pool.query({ name: 'writer.add', text: 'INSERT INTO written (id) VALUES ($1)', values: [id] })
  process.send?.(id)
}
