import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FailoverEnvironment, startFailover } from './environment.ts'
import { type Fault, faults } from './faults.ts'
import { startLoad } from './load.ts'
import { printResult, writeReport } from './report.ts'
import { judge } from './verdict.ts'

/** The load runs so long before a fault. */
const BEFORE_MS = 6000
const READY_WITHIN_MS = 60_000
const UNTRUTHFUL_MS = 2000

const { STAMPUS_ONLY: only = '', STAMPUS_TIMES: times = '1', STAMPUS_INJECTED: injected } = process.env
const chosen = Object.entries(faults).filter(([name]) => new RegExp(only).test(name))
const runs = chosen.flatMap(([name, fault]) => Array.from({ length: Number(times) }, (_, at) => ({ name, fault, at })))

let environment: FailoverEnvironment
beforeAll(async () => {
  environment = await startFailover(injected ? 'etcd3' : 'etcd')
})
afterAll(async () => {
  await environment?.remove()
  writeReport()
})

async function suffer({ limit, after, cause }: Fault) {
  await environment.cluster.untilWhole()
  const load = await startLoad(environment)
  await pause(BEFORE_MS)
  const faultAt = Date.now()
  const caused = cause(environment).then(() => pause(after * 1000))
  await caused.finally(load.end)
  const endedAt = Date.now()
  await load.finish()
  await environment.cluster.untilWhole()
  await Promise.all(environment.replicas.map(untilReady))
  return { ...(await judge(environment, load.log, { faultAt, endedAt })), limit }
}

async function untilReady({ url }: { url: string }) {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: READY_WITHIN_MS }).toBe(true)
}

describe.skipIf(injected)('faults', () => {
  test.each(runs)('$name', async ({ name, fault }) => {
    const verdict = await suffer(fault)
    printResult(name, verdict)
    const { lost, double, missingFiles, ledger, refused, signedOut, crashed, failedPages, untruthful } = verdict
    expect
      .soft({ lost, double, missingFiles, ledger, refused })
      .toEqual({ lost: [], double: [], missingFiles: [], ledger: [], refused: [] })
    expect.soft({ signedOut, crashed, failedPages }).toEqual({ signedOut: 0, crashed: 0, failedPages: [] })
    expect.soft(untruthful).toBeLessThanOrEqual(UNTRUTHFUL_MS)
    if (fault.limit) expect.soft(verdict.withoutWrites.proxy).toBeLessThanOrEqual(fault.limit * 1000)
    expect(Object.values(verdict.acknowledged)).not.toContain(0)
  })
})

describe.runIf(injected)('the wrong interface of etcd', () => {
  test("a frozen primary's acknowledged receipts are missing once it thaws", async () => {
    const verdict = await suffer(faults["the primary's process frozen"] as Fault)
    printResult("the primary's process frozen, etcd's v3 interface", verdict)
    expect(verdict.lost.filter((one) => one.startsWith('receipt'))).not.toEqual([])
  })
})
