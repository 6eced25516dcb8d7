import { afterEach, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/database.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { type ClientRecord, newClientRecord, resendOpen, sendOneEach } from '../durability/clients.ts'
import { createEnvironment, type Environment } from '../durability/environment.ts'
import { findViolations } from '../durability/inspection.ts'
import { printFigures } from '../profile.ts'
import { mountDisk, type SmallDisk, simulateDisk } from './small-disk.ts'

const MEGABYTES = 250
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const engines: Database['engine'][] = findPostgres() ? ['embedded', 'postgres'] : ['embedded']

test.each(engines)(
  'S-7.09 a full disk loses nothing, and a request that is repeated afterwards succeeds: %s',
  async (engine) => {
    const disk = mountDisk(MEGABYTES)
    if (disk) undo.push(disk.remove)
    else console.warn('a full disk is simulated, because this machine does not mount one')
    const environment = await createEnvironment(engine, 1, disk?.folder)
    undo.push(environment.remove)
    const { figures, record } = await fillAndFree(
      environment,
      disk ?? simulateDisk(environment.dataDir),
      disk !== undefined,
    )
    printFigures(`disk full, ${engine}`, figures)
    expect(figures['not taken']).toBeGreaterThan(0)
    expect(record.problems).toEqual([])
    expect(figures).toMatchObject({ lost: 0, duplicates: 0, unsettled: 0, rowsWithoutFile: 0, filesWithoutRow: 0 })
  },
)

async function fillAndFree(environment: Environment, disk: Pick<SmallDisk, 'fill' | 'free'>, isReal: boolean) {
  const record = newClientRecord()
  const start = () => environment.start(isReal ? {} : { STAMPUS_MACHINE_FAULT: 'the disk is full' })
  const server = await start()
  await sendOneEach(environment, server, record)
  disk.fill()
  const answers = await sendOneEach(environment, server, record)
  const isUp = (await fetch(`${server.url}/healthz`).catch(() => undefined))?.ok ?? false
  disk.free()
  await resendOpen(server, record)
  await server.stop()
  const figures = await resendAfterRestart(environment, record, await start())
  const notTaken = answers.filter((answer) => answer !== 'taken').length
  return {
    record,
    figures: { sent: 2 * answers.length, 'not taken': notTaken, 'server stayed up': String(isUp), ...figures },
  }
}

/** After a restart nothing is left open. */
async function resendAfterRestart(
  environment: Environment,
  record: ClientRecord,
  server: Awaited<ReturnType<Environment['start']>>,
) {
  await resendOpen(server, record)
  await server.stop()
  return findViolations(environment, record)
}
