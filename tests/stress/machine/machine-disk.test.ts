import { afterEach, expect, test } from 'vitest'
import { continueErrands, sendOneEach } from '../durability/clients.ts'
import { findViolations, nothingWrong } from '../durability/inspection.ts'
import { createShop, newClientRecord, type Shop } from '../durability/shop.ts'
import { printFigures } from '../profile.ts'
import { createEnvironment, engines } from '../support/environment.ts'
import { mountDisk, type SmallDisk, simulateDisk } from './small-disk.ts'

const MEGABYTES = 250
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

test.each(engines)(
  'S-7.09 a full disk loses nothing, and a request that is repeated afterwards succeeds: %s',
  async (engine) => {
    const disk = mountDisk(MEGABYTES)
    if (disk) undo.push(disk.remove)
    else console.warn('a full disk is simulated, because this machine does not mount one')
    const environment = await createEnvironment(engine, disk?.folder)
    undo.push(environment.remove)
    const shop = await createShop(environment, 1)
    const isReal = disk !== undefined
    const { violations, ...figures } = await fillAndFree(shop, disk ?? simulateDisk(environment.dataDir), isReal)
    printFigures(`disk full, ${engine}`, { ...figures, ...violations })
    expect(figures['not taken']).toBeGreaterThan(0)
    expect(violations).toMatchObject({ ...nothingWrong, uploadsLeft: expect.any(Number) })
  },
)

async function fillAndFree(shop: Shop, disk: Pick<SmallDisk, 'fill' | 'free'>, isReal: boolean) {
  const { environment } = shop
  const record = newClientRecord()
  const start = async () => ({
    shop,
    server: await environment.start(isReal ? {} : { STAMPUS_MACHINE_FAULT: 'the disk is full' }),
    record,
  })
  const session = await start()
  const { server } = session
  const clients = shop.clientsOf(0)
  await sendOneEach(session, clients)
  disk.fill()
  const outcomes = await sendOneEach(session, clients)
  const isUp = (await fetch(`${server.url}/healthz`).catch(() => undefined))?.ok ?? false
  disk.free()
  await continueErrands(session)
  await server.stop()
  // After a restart nothing is left open.
  const again = await start()
  await continueErrands(again)
  await again.server.stop()
  return {
    sent: 2 * clients.length,
    'not taken': outcomes.filter((outcome) => outcome !== 'done').length,
    'server stayed up': String(isUp),
    violations: await findViolations(environment, record),
  }
}
