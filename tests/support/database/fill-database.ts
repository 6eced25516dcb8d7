import { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { Deps } from '../../../server/deps.ts'
import { inTransaction } from '../../../server/platform/db/transaction.ts'
import { aMember, aSignedMember, suspend } from '../api/accounts.ts'
import { aContentManager } from '../api/content.ts'
import { aDesk } from '../api/desk.ts'
import { invite } from '../api/operators.ts'
import { aSubmission } from '../api/submissions.ts'
import type { TestApp } from '../server/app.ts'

/** Characters that JSON does not escape, and unusual line ends. */
export const ODD_NAME = 'Nur “Ayu” \u2028 \\n 😀 \t'

/** Adds some of everything: decisions, stamps, sessions, pictures, log entries, and waiting mails. */
export async function fillDatabase(server: TestApp): Promise<void> {
  const { deps } = server
  const member = await aSignedMember(deps, { name: ODD_NAME })
  await suspend(deps, (await aMember(deps)).id)
  const [first, second] = [await aSubmission(deps, { userId: member.id }), await aSubmission(deps)]
  const desk = await aDesk(server)
  await desk.next()
  expect((await desk.approve(first.id)).status).toBe(201)
  await desk.next()
  expect((await desk.reject(second.id, 'Not\u2029readable')).status).toBe(201)
  await (await aContentManager(server)).picture('cover')
  await invite(server, await aDesk(server, { role: 'manager' }))
  await deps.db.pool.query("INSERT INTO discarded_files (storage_key) VALUES ('receipts/gone.webp')")
  await deps.db.pool.query({
    text: 'INSERT INTO deleted_accounts VALUES ($1, true, false, true, $2)',
    values: [Buffer.from('hash'), deps.now()],
  })
  await aSubmission(deps)
  await inTransaction(deps.db.pool, (tx) => deps.jobs.enqueueMail(tx, { kind: 'verification', id: member.id }))
  await deps.db.pool.query({
    text: `INSERT INTO pgboss.job (name, data) VALUES ('mail-failed', '{"kind":"verification","id":9}')`,
  })
  await drawLogos(deps)
}

/** Merchants of tests have no logo file. */
async function drawLogos({ db, incoming, storage }: Deps): Promise<void> {
  const { rows } = await db.pool.query<{ logo_key: string }>('SELECT logo_key FROM merchants')
  for (const { logo_key } of rows) {
    const { path } = await incoming.receive(Readable.from(['<svg/>']), { maxBytes: 100 })
    await storage.put(path, logo_key)
  }
}
