import { buildRequest } from '@stampus/contract/client'
import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import type { ServerUnderTest } from './server-under-test.ts'

type Server = Pick<ServerUnderTest, 'url'>
type Headers = Record<string, string>
/** The headers of calls with the cookies of a session. */
export type Session = { Origin: string; Cookie: string }

/** Makes one API call and returns its JSON body; throws when the response is an error. */
export async function callApi<E extends Endpoint>(
  server: Server,
  endpoint: E,
  input: InputOf<E>,
  headers: Headers = {},
): Promise<AnswerOf<E>> {
  return JSON.parse(await (await send(server, endpoint, input, headers)).text())
}

/** Makes a call that starts a session. */
export async function startSession<E extends Endpoint>(
  server: Server,
  endpoint: E,
  input: InputOf<E>,
): Promise<Session> {
  const { headers } = await send(server, endpoint, input, { Origin: server.url })
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { Origin: server.url, Cookie: cookies.join('; ') }
}

async function send<E extends Endpoint>({ url }: Server, endpoint: E, input: InputOf<E>, headers: Headers) {
  const { method, path, json, form } = buildRequest(endpoint, input)
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...type, ...headers },
    body: json ?? form ?? null,
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

export const bearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` })
