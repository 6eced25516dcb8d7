import { buildRequest } from '@stampus/contract/client'
import type { AnswerOf, Endpoint, InputOf } from '@stampus/contract/endpoint'
import type { ServerUnderTest } from './server-under-test.ts'

/** Makes one API call and returns its JSON body; throws when the response is an error. */
export async function callApi<E extends Endpoint>(
  server: Pick<ServerUnderTest, 'url'>,
  endpoint: E,
  input: InputOf<E>,
  headers: Record<string, string> = {},
): Promise<AnswerOf<E>> {
  const { method, path, json, form } = buildRequest(endpoint, input)
  const type = json === undefined ? {} : { 'Content-Type': 'application/json' }
  const body = json ?? form ?? null
  const response = await fetch(`${server.url}/api${path}`, { method, headers: { ...type, ...headers }, body })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
  return JSON.parse(answer)
}

export const bearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` })
