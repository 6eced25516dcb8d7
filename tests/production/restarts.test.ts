import { currentUser, logout } from '@stampus/contract/accounts'
import { renewLease } from '@stampus/contract/console/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full } from '../stress/profile.ts'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import { signInOperator } from '../support/browser/operators.ts'
import { manager, registerMember, reviewer, submitReceipt } from '../support/browser/people.ts'
import { type Environment, pastProxy, startEnvironment } from './environment.ts'
import { byNumber, listStoredReceipts, startLoad } from './load.ts'

const RESTARTS = full ? 10 : 3

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

test(`D-62 at 50 requests a second none is lost while the replicas are restarted ${RESTARTS} times in turn`, async () => {
  const load = await startLoad(environment)
  for (let round = 0; round < RESTARTS; round += 1) await environment.restartReplica(round % 2)
  const { sent, failed, acknowledged } = await load.stop()
  expect(failed).toEqual([])
  expect(sent).toBeGreaterThan(100)
  expect(await listStoredReceipts(environment, load.members)).toEqual(acknowledged.sort(byNumber))
})

test('D-62 a receipt that is open on one replica is refused to another operator on the other, where its reviewer may go on', async () => {
  const { id } = await submitReceipt(environment, await registerMember(environment))
  const [one, other] = [await signInOperator(environment, reviewer), await signInOperator(environment, manager)]
  const open = (at: 0 | 1, headers: object) =>
    callApi(environment.replicas[at], renewLease, { id }, pastProxy(environment.replicas[at], headers))
  await open(0, one)
  await expect(open(1, other)).rejects.toThrow(': 409 ')
  await open(1, one)
})

test('D-62 a member who logs out on one replica is logged out on the other', async () => {
  const headers = bearerHeader((await registerMember(environment)).token)
  const [one, other] = environment.replicas
  for (const replica of [one, other]) await callApi(replica, currentUser, {}, headers)
  await callApi(one, logout, {}, headers)
  await expect(callApi(other, currentUser, {}, headers)).rejects.toThrow(': 401 ')
})
