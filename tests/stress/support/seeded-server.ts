import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperator, createOperatorSession, createSignedInMember } from '../../support/api/accounts.ts'
import { createMerchant } from '../../support/api/merchants.ts'
import { newInvoiceNumber } from '../../support/browser/people.ts'
import { startServer } from '../../support/browser/server-under-test.ts'
import { createEnvironment, type Environment } from './environment.ts'
import type { ServerFault } from './server-faults.ts'

const SERVER_FAULTS = join(import.meta.dirname, 'server-faults.ts')

export type SeededServer = Awaited<ReturnType<typeof startSeededServer>>

/**
 * Starts the real server in its own process, from `checkout` where one is given, with one merchant, so many members and a
 * manager, all logged in. `temporary` is its own folder for temporary files, and `settings` start it again. It has the
 * fault that `breakServer` gives it.
 */
export async function startSeededServer(members: number, given: Record<string, string> = {}, checkout?: string) {
  const temporary = await mkdtemp(join(tmpdir(), 'stampus-stress-temporary-'))
  const environment = await createEnvironment('embedded')
  const people = await createPeople(environment, members)
  const own = { TMPDIR: temporary, DATA_DIR: environment.dataDir, NODE_OPTIONS: `--import=${SERVER_FAULTS}` }
  const settings: Record<string, string> = { ...given, ...own }
  const server = await startServer(settings, checkout)
  const remove = async () => {
    await server.remove()
    await rm(temporary, { recursive: true, force: true })
  }
  return { ...server, ...people, temporary, settings, remove }
}

/** Gives a server a fault, until the returned function is called. */
export async function breakServer({ dataDir }: Pick<SeededServer, 'dataDir'>, fault: ServerFault) {
  const file = join(dataDir, 'fault')
  await writeFile(file, fault)
  return () => rm(file)
}

/** The values of a receipt that differs from all others. */
export function receiptFacts({ merchantId }: Pick<SeededServer, 'merchantId'>) {
  const purchase_date = new Date().toISOString().slice(0, 10)
  return { merchant_id: merchantId, purchase_date, purchase_amount: '9.00', invoice_number: newInvoiceNumber() }
}

/** Files that should be gone, and files without a receipt: three belong to each. */
export async function findFilesLeft(
  { dataDir, temporary }: Pick<SeededServer, 'dataDir' | 'temporary'>,
  receipts?: number,
): Promise<string[]> {
  const files = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])
  const stored = files.filter((name) => name.includes('.')).length
  const left = [...(await readdir(join(dataDir, 'incoming'))), ...(await readdir(temporary))]
  return [
    ...left.map((name) => `${name} is left`),
    ...(receipts === undefined || stored === 3 * receipts ? [] : [`${stored} files of ${receipts} receipts`]),
  ]
}

async function createPeople(environment: Environment, count: number) {
  const app = await environment.openApp()
  const { deps } = app
  const { id: merchantId } = await createMerchant(deps)
  const members: { authorization: string }[] = []
  while (members.length < count) members.push((await createSignedInMember(deps)).headers)
  const manager = await createOperatorSession(deps, await createOperator(deps, { role: 'manager' }))
  await app.close()
  return { merchantId, members, manager }
}
