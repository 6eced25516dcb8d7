import { signIn } from '@stampus/contract/console/operators'
import { startSession } from '../support/browser/api.ts'
import { pairCounter } from '../support/browser/counters.ts'
import type { Person } from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'

/** The headers of a new session at the console. */
export const openConsole = (server: ServerUnderTest, { email, password }: Person) =>
  startSession(server, signIn, { email, password })

/** A phone at the counter of a merchant, on which a cashier has entered the PIN: the headers of its calls. */
export const openCounter = async (server: ServerUnderTest, merchant: { id: number }) =>
  (await pairCounter(server, merchant)).phone
