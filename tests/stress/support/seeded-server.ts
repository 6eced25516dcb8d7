import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../server/config.ts'
import { openPreparedDatabase } from '../../../server/platform/db/prepare.ts'
import { ResponseCache } from '../../../server/platform/http/response-cache.ts'
import { createOperator, createOperatorSession, createSignedInMember } from '../../support/api/accounts.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { newInvoiceNumber } from '../../support/browser/people.ts'
import { type ServerProcess, startServer } from '../../support/browser/server-under-test.ts'

/** A server with one merchant, members and a manager, all logged in. */
export type SeededServer = ServerProcess & {
  merchantId: number
  members: { authorization: string }[]
  manager: { cookie: string }
}

/**
 * Starts the real server in its own process, with so many members in its database, from `checkout` where one is given.
 */
export async function startSeededServer(
  members: number,
  settings: Record<string, string> = {},
  checkout?: string,
): Promise<SeededServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-stress-'))
  const furniture = await seedDatabase(dataDir, members)
  return { ...(await startServer({ ...settings, DATA_DIR: dataDir }, checkout)), ...furniture }
}

/** The values of a receipt that differs from all others. */
export function receiptFacts({ merchantId }: Pick<SeededServer, 'merchantId'>) {
  const purchase_date = new Date().toISOString().slice(0, 10)
  return { merchant_id: merchantId, purchase_date, purchase_amount: '9.00', invoice_number: newInvoiceNumber() }
}

async function seedDatabase(dataDir: string, count: number) {
  const db = await openPreparedDatabase(readConfig({ DATA_DIR: dataDir }))
  const now = () => new Date()
  const deps = { db, now, responseCache: new ResponseCache(now) }
  try {
    const { id: merchantId } = await createMerchant(deps)
    const members = []
    while (members.length < count) members.push((await createSignedInMember(deps)).headers)
    const manager = await createOperatorSession(deps, await createOperator(deps, { role: 'manager' }))
    return { merchantId, members, manager }
  } finally {
    await db.close()
  }
}
