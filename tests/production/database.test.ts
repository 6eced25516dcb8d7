import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Environment, startEnvironment } from './environment.ts'
import { byNumber, listStoredReceipts, startLoad } from './load.ts'
import { profile } from './profile.ts'

const EVERY_MS = 250
const REJECTS_WITHIN_MS = 3000
const BACK_WITHIN_MS = 5000

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

type Answer = { at: number; took: number; status: number; retryAfter: string | null }

test.each([
  ['ended', 'end', 'start'],
  ['frozen', 'freeze', 'thaw'],
] as const)(
  'D-62 D-66 while PostgreSQL is %s, requests get a 503 within 3 seconds and never a 401; it is used again 5 seconds after its return',
  async (_, leave, comeBack) => {
    const load = await startLoad(environment)
    const [member] = load.members
    const repeated = repeatCall(member?.token ?? '')
    await pause(1000)
    const left = performance.now()
    environment.postgres.control(leave)
    await pause(profile.databaseAwaySeconds * 500)
    expect((await fetch(`${environment.replicas[0]?.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${environment.replicas[0]?.url}/readyz`)).status).toBe(503)
    await pause(profile.databaseAwaySeconds * 500)
    const back = performance.now()
    environment.postgres.control(comeBack)
    await pause(BACK_WITHIN_MS + 2000)
    const waitUntilReady = await repeated.stop()
    const { acknowledged } = await load.stop()

    expect(waitUntilReady.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
    expect(waitUntilReady.filter(({ took }) => took > REJECTS_WITHIN_MS)).toEqual([])
    const away = waitUntilReady.filter(({ at }) => at > left + 1000 && at < back - REJECTS_WITHIN_MS)
    expect(away.length).toBeGreaterThan(5)
    expect(away.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
    const beside = waitUntilReady.filter(({ at, took }) => at + took < left || at > back + BACK_WITHIN_MS)
    expect(beside.filter(({ status }) => status !== 200)).toEqual([])
    const stored = await listStoredReceipts(environment, load.members)
    expect(acknowledged.filter((id) => !stored.includes(id)).sort(byNumber)).toEqual([])
  },
)

/** Asks for the current user, four times a second. */
function repeatCall(token: string) {
  const waitUntilReady: Promise<Answer>[] = []
  const timer = setInterval(() => waitUntilReady.push(ask(token)), EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return Promise.all(waitUntilReady)
    },
  }
}

async function ask(token: string): Promise<Answer> {
  const at = performance.now()
  const { status, headers } = await fetch(`${environment.url}/api/user`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return { at, took: performance.now() - at, status, retryAfter: headers.get('retry-after') }
}
