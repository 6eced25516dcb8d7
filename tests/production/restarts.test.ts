import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Environment, startEnvironment } from './environment.ts'
import { startLoad } from './load.ts'
import { profile } from './profile.ts'
import { byNumber, listStoredReceipts } from './stored.ts'

let house: Environment
beforeAll(async () => {
  house = await startEnvironment()
})
afterAll(() => house.remove())

test(`D-62 no request of 50 a second is lost while the replicas are restarted ${profile.restarts} times in turn`, async () => {
  const load = await startLoad(house)
  for (let round = 0; round < profile.restarts; round += 1) {
    const at = round % house.replicas.length
    await house.replicas[at]?.end()
    await house.revive(at)
  }
  const { sent, failed, acknowledged } = await load.stop()
  expect(failed).toEqual([])
  expect(sent).toBeGreaterThan(100)
  expect(await listStoredReceipts(house, load.members)).toEqual(acknowledged.sort(byNumber))
})
