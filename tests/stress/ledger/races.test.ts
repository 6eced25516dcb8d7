import { describe, expect, test } from 'vitest'
import { findPostgres } from '../../support/database/postgres-server.ts'
import { full, printFigures } from '../profile.ts'
import { engines, useLedgerServer } from '../support/environment.ts'
import { changeStatements } from '../support/queries.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { type ConfirmationRace, type Crowd, raceToConfirm } from './confirmation-races.ts'
import { type ClaimRace, raceForStamps, raceForStock, raceToDecide } from './races.ts'

const decisions = full ? { receipts: 200, decisions: 100 } : { receipts: 10, decisions: 25 }
const stockRace = { claimants: full ? 500 : 60, stock: 1 }
const stampsRace = full ? { claimants: 50, claims: 20 } : { claimants: 8, claims: 8 }
const nobody = { counters: 0, offline: 0, late: 0, devices: 1 }
const atDesks = 'by managers with two devices each'
const everywhere = 'on phones of one merchant, at desks, by the member and later'
const confirmations: [where: string, given: { vouchers: number; crowd: Crowd }][] = full
  ? [
      [atDesks, { vouchers: 200, crowd: { ...nobody, desks: 100, devices: 2 } }],
      [everywhere, { vouchers: 200, crowd: { ...nobody, counters: 60, desks: 26, offline: 4, late: 10 } }],
    ]
  : [
      [atDesks, { vouchers: 3, crowd: { ...nobody, desks: 15, devices: 2 } }],
      [everywhere, { vouchers: 5, crowd: { ...nobody, counters: 12, desks: 4, offline: 2, late: 2 } }],
    ]
/** Small, for the injected faults. */
const few = {
  stock: { claimants: 20, stock: 1 },
  stamps: { claimants: 5, claims: 5 },
  atDesks: { vouchers: 3, crowd: { ...nobody, desks: 5, devices: 2 } },
  everywhere: { vouchers: 3, crowd: { ...nobody, counters: 4, desks: 2, offline: 2, late: 2 } },
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
const sizeOf = ({ counters, desks, devices, offline, late }: Crowd) => counters + desks * devices + offline + late

describe.each(engines)('%s', (engine) => {
  const ledger = useLedgerServer(engine)

  test(`D-45 ${decisions.receipts} receipts, each decided ${decisions.decisions} times at once, are credited once each`, async () => {
    const { receipts } = decisions
    const { rejections, ...race } = await raceToDecide(ledger(), decisions)
    printFigures(`decisions, ${engine}`, { ...decisions, approvals: race.approvals, rejections: rejections.length })
    expect(race).toEqual({ approvals: receipts, credits: receipts, balances: receipts * 2, ledgerErrors: [] })
    expect(rejections.filter((status) => ![409, 503].includes(status))).toEqual([])
  })

  test(`R-8 one in stock and ${stockRace.claimants} claimants at once make one voucher`, async () => {
    const race = await raceForStock(ledger().server, stockRace)
    printFigures(`claims of one in stock, ${engine}`, { ...stockRace, claimed: race.claimed, refused: race.refused })
    expect(race).toEqual(allClaims(1, stockRace.claimants - 1))
  })

  test(`R-8 ${stampsRace.claims} claims at once of each member with stamps for one make one voucher each`, async () => {
    const { claimants, claims } = stampsRace
    const race = await raceForStamps(ledger().server, stampsRace)
    printFigures(`claims beyond the stamps, ${engine}`, { ...stampsRace, claimed: race.claimed, refused: race.refused })
    expect(race).toEqual(allClaims(claimants, claimants * (claims - 1)))
  })

  test.each(confirmations)(
    'R-8 vouchers that are confirmed many times at once, %s, are used once each',
    async (where, given) => {
      const { vouchers, crowd } = given
      const { race, won } = await raceToConfirm(ledger().server, seededRandom('confirmation races'), given)
      const { waiting, refused } = race
      printFigures(`confirmations ${where}, ${engine}`, { vouchers, ...crowd, refused, waiting, ...won })
      expect(race).toEqual({
        confirmed: vouchers,
        refused: vouchers * (sizeOf(crowd) - 1) - waiting,
        waiting,
        others: [],
        used: vouchers,
        handOvers: vouchers,
        lateRows: waiting,
        ledgerErrors: [],
      } satisfies ConfirmationRace)
      if (full && crowd.counters > 0)
        expect(Object.keys(won).sort()).toEqual(['won counter', 'won desk', 'won late', 'won offline'])
    },
  )
})

/** Only PostgreSQL has several connections. */
describe.skipIf(!findPostgres())('injected fault: the test notices', () => {
  const ledger = useLedgerServer('postgres')

  /** The database refuses a second hand-over by itself; without that only the server's locks do. */
  const dropDatabaseRule = () =>
    ledger().server.deps.db.pool.query('DROP TRIGGER IF EXISTS voucher_events_one_settlement ON voucher_events')

  /**
   * Races with the fault until it shows, because a busy machine may run the statements of one race one after another.
   */
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
      () => raceForStock(ledger().server, few.stock),
      ({ claimed }) => claimed > few.stock.stock,
    )
    expect(race.claimed).toBeGreaterThan(1)
    expect(race.ledgerErrors).not.toEqual([])
  })

  test('a member who is not locked while stamps are spent', async () => {
    const unlocked = (text: string) => text.replace('FOR NO KEY UPDATE OF u', '')
    const race = await raceWithFault(
      ['users u WHERE', unlocked],
      () => raceForStamps(ledger().server, few.stamps),
      ({ claimed }) => claimed > few.stamps.claimants,
    )
    expect(race.claimed).toBeGreaterThan(few.stamps.claimants)
  })

  test.each([
    [atDesks, few.atDesks],
    [everywhere, few.everywhere],
  ])('a voucher that is not locked while it is confirmed %s', async (_where, given) => {
    await dropDatabaseRule()
    const unlocked = (text: string) => text.replace('FOR NO KEY UPDATE', '')
    const { race } = await raceWithFault(
      ['vouchers.lock', unlocked],
      () => raceToConfirm(ledger().server, seededRandom('unlocked'), given),
      (found) => found.race.handOvers > given.vouchers,
    )
    expect(race.handOvers).toBeGreaterThan(given.vouchers)
  })
})
