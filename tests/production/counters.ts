import { buildRequest } from '@stampus/contract/client'
import { signIn } from '@stampus/contract/console/operators'
import { setPassword } from '@stampus/contract/counter/owners'
import { addCashier, createEnrolment, enrol, startWork } from '@stampus/contract/counter/phones'
import type { Endpoint, InputOf } from '@stampus/contract/endpoint'
import { callApi } from '../support/browser/api.ts'
import { inviteOwner } from '../support/browser/counters.ts'
import type { Person } from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'

const PIN = '204826'
const PASSWORD = 'Teh-0-kosong'

/** The headers of a new session at the console. */
export const openConsole = (server: ServerUnderTest, { email, password }: Person) =>
  openSession(server, signIn, { email, password })

/** A phone at the counter of a merchant, on which a cashier has entered the PIN: the headers of its calls. */
export async function openCounter(server: ServerUnderTest, merchant: { id: number }) {
  const { link } = await inviteOwner(server, merchant)
  const { id = '', hash = '', expires = '', signature = '' } = Object.fromEntries(new URL(link).searchParams)
  const owner = await openSession(server, setPassword, { id, hash, expires, signature, password: PASSWORD })
  const cashier = { id: merchant.id, name: 'Aminah', pin: PIN }
  const { id: cashier_id } = (await callApi(server, addCashier, cashier, owner)).data
  const { token } = (await callApi(server, createEnrolment, { id: merchant.id }, owner)).data
  const phone = await openSession(server, enrol, { token, name: 'Till 1' })
  await callApi(server, startWork, { cashier_id, pin: PIN }, phone)
  return phone
}

/** Makes a call that starts a session, and returns the headers with its cookies. */
async function openSession<E extends Endpoint>(server: ServerUnderTest, endpoint: E, input: InputOf<E>) {
  const { method, path, json = '' } = buildRequest(endpoint, input)
  const headers = { Origin: server.url, 'Content-Type': 'application/json' }
  const answer = await fetch(`${server.url}/api${path}`, { method, headers, body: json })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { Origin: server.url, Cookie: cookies.join('; ') }
}
