import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { counterCode } from '../../support/api/codes.ts'
import {
  counterOf,
  keepWorking,
  minuteOf,
  type OpenedVoucher,
  openVoucher,
  type WorkingPhone,
} from '../../support/api/counter-vouchers.ts'
import { createCashier, createOwner, createPhone } from '../../support/api/counters.ts'
import { createDesk } from '../../support/api/desk.ts'
import type { TestApp } from '../../support/server/app.ts'
import type { Random } from '../support/seeded-random.ts'

/** How many confirm one voucher at once, in which way. Each desk has so many devices. */
export type Crowd = { counters: number; desks: number; devices: number; offline: number; late: number }

/**
 * What confirmations of the same vouchers did. `won` says which way made the hand-over, `waiting` are late entries for
 * a manager. `used`, `handOvers` and `lateRows` are what the database recorded.
 */
export type ConfirmationRace = {
  confirmed: number
  refused: number
  waiting: number
  others: string[]
  used: number
  handOvers: number
  lateRows: number
  ledgerErrors: string[]
}

type Desk = Awaited<ReturnType<typeof createDesk>>
type Stall = { phones: [WorkingPhone, ...WorkingPhone[]]; desks: Desk[] }
type Outcome = 'confirmed' | 'refused' | 'waiting' | string
type Way = 'counter' | 'desk' | 'offline' | 'late'
/**
 * What comes before, such as the check of the code, and then the calls that hand over, each once at the same moment.
 */
type Confirmation = { way: Way; prepare?: () => Promise<Outcome | undefined>; calls: (() => Promise<Outcome>)[] }

const CASHIERS = ['Aminah', 'Devi', 'Mei', 'Siti']
/** Desks that have been refused more often in an hour can check no more vouchers. */
const VOUCHERS_OF_A_STALL = 25
/** Some ways take more steps than others, so all but one of them sometimes start so much later. */
const STARTS = ['at once', 'in step', 'late', 'offline', 'desk'] as const
const LATEST_START_MS = 80

/** So many vouchers of one merchant, each confirmed by a crowd at the same moment. */
export async function raceToConfirm(
  server: TestApp,
  random: Random,
  { vouchers, crowd }: { vouchers: number; crowd: Crowd },
): Promise<{ race: ConfirmationRace; won: Record<string, number> }> {
  let stall = await createStall(server, crowd)
  const outcomes: Outcome[] = []
  const ids: number[] = []
  for (let at = 0; at < vouchers; at += 1) {
    if (at > 0 && at % VOUCHERS_OF_A_STALL === 0) stall = await createStall(server, crowd)
    const voucher = await openVoucher(server, { phone: stall.phones[0] })
    ids.push(voucher.id)
    const all = random.shuffle(confirmationsOf(server, stall, voucher, crowd))
    const start = STARTS[at % STARTS.length]
    const othersAfterMs = random.below(LATEST_START_MS)
    outcomes.push(...(await (start === 'in step' ? runInStep(all) : runEach(all, start, othersAfterMs))))
  }
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const race = {
    confirmed: count('confirmed'),
    refused: count('refused'),
    waiting: count('waiting'),
    others: outcomes.filter((outcome) => !['confirmed', 'refused', 'waiting'].includes(outcome)),
  }
  const { won, ...stored } = await readStored(server, ids)
  return { race: { ...race, ...stored }, won }
}

async function readStored({ deps }: TestApp, ids: number[]) {
  const { pool } = deps.db
  const { rows } = await pool.query<{ way: string; vouchers: number; events: number }>({
    text: `SELECT e.way, count(DISTINCT v.id)::int AS vouchers, count(e.id)::int AS events
      FROM vouchers v JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'used'
      WHERE v.id = ANY($1) AND v.state = 'used' GROUP BY e.way`,
    values: [ids],
  })
  const late = await pool.query({ text: 'SELECT FROM late_hand_overs WHERE voucher_id = ANY($1)', values: [ids] })
  return {
    used: sum(rows.map(({ vouchers }) => vouchers)),
    handOvers: sum(rows.map(({ events }) => events)),
    lateRows: late.rowCount ?? 0,
    ledgerErrors: await findLedgerErrors(pool),
    won: Object.fromEntries(rows.map(({ way, events }) => [`won ${way}`, events])),
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** Phones of one merchant with several cashiers, enough for the late entries, and desks of managers. */
async function createStall(server: TestApp, crowd: Crowd): Promise<Stall> {
  const { deps } = server
  const owner = await createOwner(deps)
  const cashiers: { id: number; name: string }[] = []
  for (const name of CASHIERS) cashiers.push(await createCashier(deps, owner, name))
  const addPhone = async (at: number): Promise<WorkingPhone> => {
    const cashier = cashiers[at % CASHIERS.length] ?? { id: 0, name: '' }
    const phone = { ...(await createPhone(deps, { owner })), cashier }
    await keepWorking(server, phone)
    return phone
  }
  const phones: Stall['phones'] = [await addPhone(0)]
  while (phones.length < Math.max(2, crowd.late, crowd.offline)) phones.push(await addPhone(phones.length))
  const desks: Desk[] = []
  while (desks.length < crowd.desks) desks.push(await createDesk(server, { role: 'manager' }))
  return { phones, desks }
}

function confirmationsOf(
  server: TestApp,
  { phones, desks }: Stall,
  voucher: OpenedVoucher,
  crowd: Crowd,
): Confirmation[] {
  const phoneAt = (at: number) => phones[at % phones.length] ?? phones[0]
  const each = (count: number, make: (at: number) => Confirmation) => Array.from({ length: count }, (_, at) => make(at))
  return [
    ...each(crowd.counters, (at) => atCounter(server, phoneAt(at), voucher)),
    ...desks.map((desk) => atDesk(desk, voucher, crowd.devices)),
    ...each(crowd.offline, (at) => byMember(server, phoneAt(at), voucher)),
    ...each(crowd.late, (at) => entered(server, phoneAt(at), voucher)),
  ]
}

/** A cashier taps twice: the repeat has the same key and must get the same answer. */
function atCounter(server: TestApp, phone: WorkingPhone, { id, number, code }: OpenedVoucher): Confirmation {
  const counter = counterOf(server, phone)
  const key = randomUUID()
  return {
    way: 'counter',
    prepare: async () => afterCheck((await counter.check(number, code())).status),
    calls: [async () => sameOutcome(await Promise.all([counter.handOver(id, key), counter.handOver(id, key)]))],
  }
}

/** A manager taps twice on the first device and once on each other one. */
function atDesk(desk: Desk, { id, number, code }: OpenedVoucher, devices: number): Confirmation {
  const tap = (requestId: string) => desk.call('POST', `/vouchers/${id}/hand-over`, { request_id: requestId })
  const requestId = randomUUID()
  const tapTwice = async () => sameOutcome(await Promise.all([tap(requestId), tap(requestId)]))
  const tapElsewhere = async () => outcomeOf((await tap(randomUUID())).status)
  return {
    way: 'desk',
    prepare: async () => afterCheck((await desk.call('POST', '/vouchers/check', { number, code: code() })).status),
    calls: [tapTwice, ...Array.from({ length: devices - 1 }, () => tapElsewhere)],
  }
}

/** The member types the code that a counter without a network shows. */
function byMember({ deps }: TestApp, phone: WorkingPhone, { id, number, member }: OpenedVoucher): Confirmation {
  const type = async () => {
    const code = counterCode(phone, number, deps.now())
    return outcomeOf((await member.call('POST', `/vouchers/${id}/counter-code`, { code })).status)
  }
  return { way: 'offline', calls: [type] }
}

/** A hand-over that was noted without a network. */
function entered(server: TestApp, phone: WorkingPhone, { number, code }: OpenedVoucher): Confirmation {
  const shown = code()
  const enter = async () => {
    const entry = { number, code: shown, noted_at: minuteOf(server.deps.now()) }
    const answer = await counterOf(server, phone).late(entry)
    if (answer.status !== 201) return outcomeOf(answer.status)
    return 'is_waiting' in answer && answer.is_waiting ? 'waiting' : 'confirmed'
  }
  return { way: 'late', calls: [enter] }
}

const afterCheck = (status: number) => (status === 200 ? undefined : outcomeOf(status))

/** What two calls with the same key were answered; they must be answered alike. */
function sameOutcome([first, again]: [{ status: number }, { status: number }]): Outcome {
  const isSame = first.status === 200 ? JSON.stringify(first) === JSON.stringify(again) : again.status === first.status
  return isSame ? outcomeOf(first.status) : `${first.status} and then ${again.status}`
}

function outcomeOf(status: number): Outcome {
  if (status === 200) return 'confirmed'
  return status === 409 ? 'refused' : String(status)
}

/** Each hands over as soon as its code is checked; if one way is to be first, the others start later by so much. */
async function runEach(all: Confirmation[], first: Way | 'at once' | undefined, othersAfterMs: number) {
  const run = async (one: Confirmation) => {
    if (first !== 'at once' && first !== one.way) await pause(othersAfterMs)
    return handOver(one, await one.prepare?.())
  }
  return (await Promise.all(all.map(run))).flat()
}

/** All codes are checked before the first hand-over. */
async function runInStep(all: Confirmation[]): Promise<Outcome[]> {
  const prepared = await Promise.all(all.map(({ prepare }) => prepare?.()))
  return (await Promise.all(all.map((one, at) => handOver(one, prepared[at])))).flat()
}

/** Every device gets the refusal of the check. */
const handOver = ({ calls }: Confirmation, refused: Outcome | undefined): Promise<Outcome[]> =>
  Promise.all(calls.map((call) => refused ?? call()))
