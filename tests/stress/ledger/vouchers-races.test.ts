import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures } from '../profile.ts'
import { changeStatements } from '../support/queries.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { type Crowd, raceAtCounters } from './counter-races.ts'
import { createLedgerEnvironment, type LedgerEnvironment } from './environment.ts'
import { type ClaimRace, type ConfirmationRace, raceForStamps, raceForStock, raceToConfirm } from './vouchers-races.ts'

const stockRace = { claimants: full ? 500 : 100, stock: 1 }
const stampsRace = full ? { claimants: 50, claims: 20 } : { claimants: 10, claims: 10 }
const confirmations = full ? { vouchers: 200, managers: 100 } : { vouchers: 6, managers: 20 }
/** A hundred at once: phones of one merchant, desks of the scheme, the member's own phone and entries of noted hand-overs. */
const atCounters = full
  ? { vouchers: 200, crowd: { counters: 60, desks: 26, offline: 4, late: 10 } }
  : { vouchers: 6, crowd: { counters: 12, desks: 4, offline: 2, late: 2 } }
/** Small, for the injected faults. */
const few = {
  stock: { claimants: 20, stock: 1 },
  stamps: { claimants: 5, claims: 5 },
  confirmations: { vouchers: 3, managers: 5 },
  atCounters: { vouchers: 3, crowd: { counters: 4, desks: 2, offline: 2, late: 2 } },
}

const MOST_ROUNDS = 30

const allClaims = (claimed: number, refused: number): ClaimRace => ({
  claimed,
  refused,
  others: [],
  taken: claimed,
  redemptions: claimed,
  ledgerErrors: [],
})
const allConfirmed = ({ vouchers, managers }: typeof confirmations): ConfirmationRace => ({
  confirmed: vouchers,
  refused: vouchers * (2 * managers - 1),
  others: [],
  used: vouchers,
  handOvers: vouchers,
  ledgerErrors: [],
})
const crowdSize = ({ counters, desks, offline, late }: Crowd) => counters + desks + offline + late

describe.each(findPostgres() ? (['embedded', 'postgres'] as const) : (['embedded'] as const))('%s', (engine) => {
  let environment: LedgerEnvironment
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    environment = await createLedgerEnvironment(engine)
  })
  afterAll(async () => {
    await environment.remove()
    vi.useRealTimers()
  })

  test(`R-8 one in stock and ${stockRace.claimants} claimants at once make one voucher`, async () => {
    const race = await raceForStock(environment.server, stockRace)
    printFigures(`claims of one in stock, ${engine}`, { ...stockRace, claimed: race.claimed, refused: race.refused })
    expect(race).toEqual(allClaims(1, stockRace.claimants - 1))
  })

  test(`R-8 ${stampsRace.claims} claims at once of each member with stamps for one make one voucher each`, async () => {
    const { claimants, claims } = stampsRace
    const race = await raceForStamps(environment.server, stampsRace)
    printFigures(`claims beyond the stamps, ${engine}`, { ...stampsRace, claimed: race.claimed, refused: race.refused })
    expect(race).toEqual(allClaims(claimants, claimants * (claims - 1)))
  })

  test(`R-8 ${confirmations.vouchers} vouchers with ${confirmations.managers} confirmations at once are used once each`, async () => {
    const race = await raceToConfirm(environment.server, confirmations)
    printFigures(`confirmations, ${engine}`, { ...confirmations, confirmed: race.confirmed, refused: race.refused })
    expect(race).toEqual(allConfirmed(confirmations))
  })

  test(`R-8 ${atCounters.vouchers} vouchers with ${crowdSize(atCounters.crowd)} confirmations at once, on phones, at desks, by the member and later, are used once each`, async () => {
    const { vouchers, crowd } = atCounters
    const { race, won } = await raceAtCounters(environment.server, seededRandom('counter races'), atCounters)
    const { waiting, refused } = race
    printFigures(`confirmations at counters, ${engine}`, { vouchers, ...crowd, refused, waiting, ...won })
    expect(race).toEqual({
      confirmed: vouchers,
      refused: vouchers * (crowdSize(crowd) - 1) - waiting,
      waiting,
      others: [],
      used: vouchers,
      handOvers: vouchers,
      lateRows: waiting,
      ledgerErrors: [],
    })
    if (full) expect(Object.keys(won).sort()).toEqual(['won counter', 'won desk', 'won late', 'won offline'])
  })
})

/** Only PostgreSQL has several connections. */
describe.skipIf(!findPostgres())('injected fault: the test notices', () => {
  let environment: LedgerEnvironment
  beforeAll(async () => {
    environment = await createLedgerEnvironment('postgres')
  })
  afterAll(() => environment?.remove())

  /** The database refuses a second hand-over by itself; without that only the server's locks do. */
  const dropDatabaseRule = () =>
    environment.server.deps.db.pool.query('DROP TRIGGER IF EXISTS voucher_events_one_settlement ON voucher_events')

  /** Races with the fault until it shows, because a busy machine may run the statements of one race one after another. */
  async function raceWithFault<Race>(
    [name, fault]: [string, (text: string) => string],
    race: () => Promise<Race>,
    isWrong: (found: Race) => boolean,
  ) {
    const changed = changeStatements(name, fault)
    try {
      for (let round = 1; ; round += 1) {
        const found = await race()
        expect(changed.count()).toBeGreaterThan(0)
        if (isWrong(found) || round === MOST_ROUNDS) return found
      }
    } finally {
      changed.restore()
    }
  }

  test('a stock that is taken without a condition', async () => {
    const unconditional = (text: string) => text.replace('AND (stock IS NULL OR taken < stock)', '')
    const race = await raceWithFault(
      ['claims.make', unconditional],
      () => raceForStock(environment.server, few.stock),
      ({ claimed }) => claimed > few.stock.stock,
    )
    expect(race.claimed).toBeGreaterThan(1)
    expect(race.ledgerErrors).not.toEqual([])
  })

  test('a member who is not locked while stamps are spent', async () => {
    const unlocked = (text: string) => text.replace('FOR NO KEY UPDATE OF u', '')
    const race = await raceWithFault(
      ['users u WHERE', unlocked],
      () => raceForStamps(environment.server, few.stamps),
      ({ claimed }) => claimed > few.stamps.claimants,
    )
    expect(race.claimed).toBeGreaterThan(few.stamps.claimants)
  })

  test('a voucher that is not locked while it is handed over', async () => {
    await dropDatabaseRule()
    const unlocked = (text: string) => text.replace('FOR NO KEY UPDATE', '')
    const race = await raceWithFault(
      ['vouchers.lock', unlocked],
      () => raceToConfirm(environment.server, few.confirmations),
      ({ handOvers }) => handOvers > few.confirmations.vouchers,
    )
    expect(race.handOvers).toBeGreaterThan(few.confirmations.vouchers)
  })

  test('a voucher that is not locked while it is confirmed on phones, at desks, by the member and later', async () => {
    await dropDatabaseRule()
    const unlocked = (text: string) => text.replace('FOR NO KEY UPDATE', '')
    const { race } = await raceWithFault(
      ['vouchers.lock', unlocked],
      () => raceAtCounters(environment.server, seededRandom('unlocked'), few.atCounters),
      (found) => found.race.handOvers > few.atCounters.vouchers,
    )
    expect(race.handOvers).toBeGreaterThan(few.atCounters.vouchers)
  })
})
