import { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { Deps } from '../../../server/deps.ts'
import { inTransaction } from '../../../server/platform/db/transaction.ts'
import { createMember, createSignedInMember, suspend } from '../api/accounts.ts'
import { createContentManager } from '../api/content.ts'
import { createDesk } from '../api/desk.ts'
import { invite } from '../api/operators.ts'
import { createStall } from '../api/statements.ts'
import { createSubmission } from '../api/submissions.ts'
import type { TestApp } from '../server/app.ts'

/** Characters that JSON does not escape, and unusual line ends. */
export const ODD_NAME = 'Nur “Ayu” \u2028 \\n 😀 \t'

/** Adds some of everything: decisions, stamps, sessions, a counter, pictures, log entries, and waiting mails. */
export async function fillDatabase(server: TestApp): Promise<void> {
  const { deps } = server
  const member = await createSignedInMember(deps, { name: ODD_NAME })
  await suspend(deps, (await createMember(deps)).id)
  const [first, second] = [await createSubmission(deps, { userId: member.id }), await createSubmission(deps)]
  const desk = await createDesk(server)
  await desk.next()
  expect((await desk.approve(first.id)).status).toBe(201)
  await desk.next()
  expect((await desk.reject(second.id, 'Not\u2029readable')).status).toBe(201)
  await (await createContentManager(server)).picture('cover')
  await invite(server, await createDesk(server, { role: 'manager' }))
  await deps.db.pool.query("INSERT INTO discarded_files (storage_key) VALUES ('receipts/gone.webp')")
  await deps.db.pool.query({
    text: 'INSERT INTO deleted_accounts VALUES ($1, true, false, true, $2)',
    values: [Buffer.from('hash'), deps.now()],
  })
  await createSubmission(deps)
  await inTransaction(deps.db.pool, (tx) => deps.jobs.enqueueMail(tx, { kind: 'verification', id: member.id }))
  await deps.db.pool.query({
    text: `INSERT INTO pgboss.job (name, data) VALUES ('mail-failed', '{"kind":"verification","id":9}')`,
  })
  const stall = await createStall(server)
  await stall.openPhone()
  await stall.claim()
  const ended = await stall.claim()
  await deps.db.pool.query({ text: 'DELETE FROM voucher_keys WHERE voucher_id = $1', values: [ended.id] })
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
