import { afterEach, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/database.ts'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { type Book, newBook, sendOneEach, settle } from '../durability/durability-clients.ts'
import { inspect } from '../durability/durability-inspection.ts'
import { type Environment, openHouse } from '../durability/environment.ts'
import { tellFigures } from '../support/figures.ts'
import { mountDisk, pretendDisk, type SmallDisk } from './machine-disk.ts'

const MEGABYTES = 250
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const engines: Database['engine'][] = findPostgres() ? ['embedded', 'postgres'] : ['embedded']

test.each(engines)(
  'S-7.09 a disk that is full loses nothing, and what is asked again after is taken: %s',
  async (engine) => {
    const disk = mountDisk(MEGABYTES)
    if (disk) undo.push(disk.remove)
    else console.warn('a full disk: this machine mounts none, so that it is planted')
    const house = await openHouse(engine, 1, disk?.folder)
    undo.push(house.remove)
    const { figures, book } = await fillAndFree(house, disk ?? pretendDisk(house.dataDir), disk !== undefined)
    tellFigures(`disk full, ${engine}`, figures)
    expect(figures['not taken']).toBeGreaterThan(0)
    expect(book.faults).toEqual([])
    expect(figures).toMatchObject({ lost: 0, duplicates: 0, unsettled: 0, rowsWithoutFile: 0, filesWithoutRow: 0 })
  },
)

async function fillAndFree(house: Environment, disk: Pick<SmallDisk, 'fill' | 'free'>, isReal: boolean) {
  const book = newBook()
  const start = () => house.start(isReal ? {} : { STAMPUS_MACHINE_FAULT: 'the disk is full' })
  const server = await start()
  await sendOneEach(house, server, book)
  disk.fill()
  const answers = await sendOneEach(house, server, book)
  const isUp = (await fetch(`${server.url}/healthz`).catch(() => undefined))?.ok ?? false
  disk.free()
  await settle(server, book)
  await server.stop()
  const figures = await settleAnew(house, book, await start())
  const notTaken = answers.filter((answer) => answer !== 'taken').length
  return {
    book,
    figures: { sent: 2 * answers.length, 'not taken': notTaken, 'server stayed up': String(isUp), ...figures },
  }
}

/** A server that is started anew has nothing left to wish for. */
async function settleAnew(house: Environment, book: Book, server: Awaited<ReturnType<Environment['start']>>) {
  await settle(server, book)
  await server.stop()
  return inspect(house, book)
}
