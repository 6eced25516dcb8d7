import { currentUser, logout } from '@stampus/contract/accounts'
import { renewLease } from '@stampus/contract/console/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import { signInOperator } from '../support/browser/operators.ts'
import { manager, registerMember, reviewer, submitReceipt } from '../support/browser/people.ts'
import { type Environment, startEnvironment } from './environment.ts'

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

/** A replica by its own URL, past the proxy. */
function replica(at: number) {
  const found = environment.replicas[at]
  if (!found) throw new Error('There are two replicas')
  return found
}

test('D-62 a receipt that is open on one replica can be taken on the other', async () => {
  const { id } = await submitReceipt(environment, await registerMember(environment))
  const [one, other] = [await signInOperator(environment, reviewer), await signInOperator(environment, manager)]
  // Browsers come through the proxy, so that the origin has its scheme.
  const origin = (at: number) => replica(at).url.replace('http:', 'https:')
  const open = (at: number, headers: object) =>
    callApi(replica(at), renewLease, { id }, { ...headers, Origin: origin(at) })
  await open(0, one)
  await expect(open(1, other)).rejects.toThrow(': 409 ')
  await open(1, one)
})

test('D-62 a member who logs out on one replica is logged out on the other', async () => {
  const headers = bearerHeader((await registerMember(environment)).token)
  for (const at of [0, 1]) await callApi(replica(at), currentUser, {}, headers)
  await callApi(replica(0), logout, {}, headers)
  await expect(callApi(replica(1), currentUser, {}, headers)).rejects.toThrow(': 401 ')
})
