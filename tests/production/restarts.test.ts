import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Environment, startEnvironment } from './environment.ts'
import { byNumber, listStoredReceipts, startLoad } from './load.ts'
import { profile } from './profile.ts'

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

test(`D-62 at 50 requests a second none is lost while the replicas are restarted ${profile.restarts} times in turn`, async () => {
  const load = await startLoad(environment)
  for (let round = 0; round < profile.restarts; round += 1) {
    const at = round % environment.replicas.length
    await environment.replicas[at]?.end()
    await environment.restartReplica(at)
  }
  const { sent, failed, acknowledged } = await load.stop()
  expect(failed).toEqual([])
  expect(sent).toBeGreaterThan(100)
  expect(await listStoredReceipts(environment, load.members)).toEqual(acknowledged.sort(byNumber))
})
