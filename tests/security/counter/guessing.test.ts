import { CASHIERS_MAX, PHONES_MAX } from '@stampus/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCounterStep, isCurrentCode, wasCode } from '../../../server/domains/rewards/vouchers/codes.ts'
import { full, printFigures } from '../../stress/profile.ts'
import { seededRandom } from '../../stress/support/seeded-random.ts'
import { counterCode, STEPS, wrongCode } from '../../support/api/codes.ts'
import {
  counterOf,
  createSecondPhone,
  keepWorking,
  minuteOf,
  type OpenedVoucher,
  openVoucher,
  type WorkingPhone,
} from '../../support/api/counter-vouchers.ts'
import { connectCounter, createCashier, createPhone, PIN } from '../../support/api/counters.ts'
import type { TestApp } from '../../support/server/app.ts'
import { engines, startAccountsServer } from '../accounts/environment.ts'

const MINUTE_MS = 60_000
const HOURS = full ? 3 : 2
const LESS_THAN = 0.01

/** The chance that one of so many tries is right, if so many of all codes are right at each. */
const chance = ({ tries, right, among }: { tries: number; right: number; among: number }) =>
  1 - (1 - right / among) ** tries

const fourDigits = Array.from({ length: 10_000 }, (_, at) => String(at).padStart(4, '0'))

describe.each(engines)('%s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startAccountsServer(engine)
  })
  afterAll(() => server?.close())

  /** Guesses on all phones of a merchant, typed, scanned and entered later; returns the statuses. */
  async function guess({ number, code }: OpenedVoucher, phones: WorkingPhone[], count: number): Promise<number[]> {
    const wrong = wrongCode(code)
    const noted_at = minuteOf(server.deps.now())
    const counters = phones.map((phone) => counterOf(server, phone))
    const guesses = Array.from({ length: count }, async (_, at) => {
      const counter = counters[at % counters.length]
      const answer = at % 3 === 2 ? counter?.late({ number, code: wrong, noted_at }) : counter?.check(number, wrong)
      return (await answer)?.status ?? 0
    })
    return Promise.all(guesses)
  }

  test('R-8 who knows a number and holds a counter’s session guesses the code with less than 1 % in an hour', async () => {
    const voucher = await openVoucher(server)
    const { phone } = voucher
    const phones = [phone, await createSecondPhone(server, phone), await createSecondPhone(server, phone)]
    const judged: number[] = []
    const statuses = new Set<number>()
    for (let minute = 0; minute < HOURS * 60; minute += 1) {
      for (const each of phones) await keepWorking(server, each)
      const answers = await guess(voucher, phones, 3)
      for (const status of answers) statuses.add(status)
      judged[Math.floor(minute / 60)] =
        (judged[Math.floor(minute / 60)] ?? 0) + answers.filter((one) => one === 422).length
      server.travel(MINUTE_MS)
    }
    expect([...statuses].sort()).toEqual([422, 429])
    expect(judged).toEqual(Array(HOURS).fill(30))
    const probability = chance({ tries: Math.max(...judged), right: rightCodes(), among: 10_000 })
    printFigures(`guesses at a counter, ${engine}`, {
      sent: HOURS * 60 * 3,
      'judged in each hour': judged.join(' '),
      chance: probability.toFixed(5),
    })
    expect(probability).toBeLessThan(LESS_THAN)
  })

  test('R-8 parallel guesses on several phones, also as late entries, cannot pass the 30 tries of their counter', async () => {
    const voucher = await openVoucher(server)
    const phones = [voucher.phone, await createSecondPhone(server, voucher.phone)]
    const answers = await guess(voucher, phones, 90)
    expect(answers.filter((status) => status === 422)).toHaveLength(30)
    expect(answers.filter((status) => status === 429)).toHaveLength(60)
    expect((await voucher.counter.check(voucher.number, voucher.code())).status).toBe(429)
  })

  test('R-8 many vouchers and many phones give a counter no more tries', async () => {
    const first = await openVoucher(server)
    const { phone } = first
    const phones = [phone, await createSecondPhone(server, phone), await createSecondPhone(server, phone)]
    const vouchers = [first, ...(await Promise.all(Array.from({ length: 9 }, () => openVoucher(server, { phone }))))]
    const statuses: number[] = []
    for (const { number, code } of vouchers)
      for (const each of phones)
        for (const wrong of [wrongCode(code), wrongCode(code)])
          statuses.push((await counterOf(server, each).check(number, wrong)).status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('R-4.05 R-8 a member guesses the code of a counter with less than 1 % in an hour, however many phones it has', async () => {
    const { phone, member, id, number } = await openVoucher(server)
    let judged = 0
    for (let minute = 0; minute < 60; minute += 1) {
      const wrong = wrongCounterCode(phone, number, server.deps.now())
      const tries = Array.from({ length: 8 }, () =>
        member.call('POST', `/vouchers/${id}/counter-code`, { code: wrong }),
      )
      judged += (await Promise.all(tries)).filter(({ status }) => status === 422).length
      server.travel(MINUTE_MS)
    }
    expect(judged).toBe(30)
    const right = rightCounterCodes(phone, number)
    const probability = chance({ tries: judged, right: right * PHONES_MAX, among: 1_000_000 })
    printFigures(`guesses by a member, ${engine}`, { judged, phones: PHONES_MAX, chance: probability.toFixed(5) })
    expect(probability).toBeLessThan(LESS_THAN)
  })

  test('R-4.02 who holds a phone guesses no PIN: five wrong ones lock its cashier there for ten minutes, sent at once too', async () => {
    const phone = await createPhone(server.deps)
    const cashier = await createCashier(server.deps, phone)
    const call = connectCounter(server, { headers: phone.headers })
    const start = (pin: string) => call('POST', '/phone/cashier', { cashier_id: cashier.id, pin })
    let judged = 0
    for (let window = 0; window < 6; window += 1) {
      const guesses = Array.from({ length: 10 }, (_, at) => start(String(900_000 + window * 10 + at)))
      judged += (await Promise.all(guesses)).filter(({ status }) => status === 422).length
      expect((await start(PIN)).status).toBe(429)
      server.travel(9 * MINUTE_MS)
      expect((await start(PIN)).status).toBe(429)
      server.travel(MINUTE_MS)
    }
    expect(judged).toBe(30)
    expect((await start(PIN)).status).toBe(200)
    const probability = chance({ tries: judged * CASHIERS_MAX, right: 1, among: 1_000_000 })
    printFigures(`guesses of a PIN, ${engine}`, { judged, cashiers: CASHIERS_MAX, chance: probability.toFixed(5) })
    expect(probability).toBeLessThan(LESS_THAN)
  })
})

/** How many of all codes of a voucher are right at a time, at most, for a check and for a late entry. */
function rightCodes(): number {
  const random = seededRandom('right codes')
  let most = 0
  for (let round = 0; round < 3; round += 1) {
    const key = Buffer.from(Array.from({ length: 20 }, () => random.below(256)))
    const at = new Date(Date.UTC(2026, 0, 1) + random.below(1_000_000) * 1000)
    most = Math.max(most, fourDigits.filter((code) => isCurrentCode(key, code, at)).length)
    most = Math.max(most, fourDigits.filter((code) => wasCode(key, code, at)).length)
  }
  expect(most).toBe(3)
  return most
}

/** How many codes of one phone are right for a voucher at a time: of the steps around it. */
function rightCounterCodes({ key }: WorkingPhone, number: string): number {
  const now = new Date()
  const codes = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) =>
    counterCode({ key }, number, new Date(now.getTime() + step * 30_000)),
  )
  const right = codes.filter((code) => findCounterStep(key, { number, code }, now) !== undefined)
  expect(right).toHaveLength(3)
  return right.length
}

function wrongCounterCode(phone: WorkingPhone, number: string, now: Date): string {
  const right = STEPS.map((ms) => counterCode(phone, number, new Date(now.getTime() + ms)))
  return ['000000', '111111', '222222'].find((code) => !right.includes(code)) ?? ''
}
