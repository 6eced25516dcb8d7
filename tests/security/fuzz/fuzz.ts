import { type Call, calls } from '../../../server/platform/openapi/calls.ts'
import { drawPicture } from '../../support/browser/people.ts'
import type { startFuzzServer } from './environment.ts'
import { type FuzzRequest, fuzzRequestsFor } from './requests.ts'
import { findViolation } from './violations.ts'
import { sendFuzzRequest, type WireResponse } from './wire.ts'

type Environment = Pick<Awaited<ReturnType<typeof startFuzzServer>>, 'url' | 'actors'>
type Asked = { seed: number; count: number; only?: string }
/** `answered` lists the calls that succeeded, `passed` those that authorized the caller. */
export type Result = { sent: number; answered: string[]; passed: string[]; problems: string[] }

/** Sends `count` requests to every call of the contract and returns what was wrong. */
export async function fuzz(environment: Environment, { seed, count, only }: Asked): Promise<Result> {
  const result: Result = { sent: 0, answered: [], passed: [], problems: [] }
  const photo = new Uint8Array((await drawPicture()).buffer)
  for (const [at, one] of calls.entries()) {
    if (only && nameOf(one) !== only) continue
    const seen = new Set<number>()
    for (const shot of fuzzRequestsFor(one.endpoint, photo, { seed: seed + at, count })) {
      const response = await answerTo(environment, one, shot)
      result.sent += 1
      seen.add(response.status)
      const problem = findViolation(one.endpoint, response)
      if (problem)
        result.problems.push(
          `${nameOf(one)} ${problem}: ${response.status} ${response.text.slice(0, 300)} ← ${describeRequest(shot)}`,
        )
    }
    if (seen.has(one.endpoint.status ?? 200)) result.answered.push(nameOf(one))
    if (one.endpoint.access === 'public' || [...seen].some((status) => ![401, 403].includes(status)))
      result.passed.push(nameOf(one))
  }
  return result
}

export const nameOf = ({ group, name }: Call) => `${group}.${name}`

/** A new source address each time, so that rate limits by address do not interfere. */
async function answerTo({ url, actors }: Environment, { endpoint }: Call, shot: FuzzRequest): Promise<WireResponse> {
  const own = { 'x-forwarded-for': nextClientAddress(), ...(await actors.headers(shot.actor)) }
  const response = await sendFuzzRequest(url, endpoint, shot, own).catch((error) => ({
    status: 599,
    type: '',
    text: String(error),
  }))
  const usedUp = [401, 403, 429].includes(response.status) || (endpoint.method !== 'GET' && response.status < 300)
  if (usedUp) actors.renew(shot.actor)
  return response
}

let addresses = 0
const nextClientAddress = () => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

const describeRequest = ({ actor, input, harm }: FuzzRequest) => JSON.stringify({ actor, input, harm }).slice(0, 600)
