import { setTimeout as pause } from 'node:timers/promises'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import { counterCode } from '../../support/api/codes.ts'
import { counterOf, minuteOf, type OpenedVoucher, openVoucher } from '../../support/api/counter-vouchers.ts'
import { createOwner } from '../../support/api/counters.ts'
import { createVoucherDesk } from '../../support/api/rewards.ts'
import type { TestApp } from '../../support/server/app.ts'
import type { Random } from '../support/seeded-random.ts'
import { addPhone } from './scenario.ts'

/** How many confirm one voucher at once, in which way. Each desk has so many devices. */
export type Crowd = { counters: number; desks: number; devices: number; offline: number; late: number }

/** The check of the code that comes before, and the calls that hand over, each once at the same moment. */
type Confirmation = {
  way: 'counter' | 'desk' | 'offline' | 'late'
  check?: () => Promise<{ status: number }>
  confirm: () => Promise<{ status: number }>
}
type Stall = Awaited<ReturnType<typeof openStall>>

/** Desks that have been refused more often in an hour can check no more vouchers. */
const VOUCHERS_OF_A_STALL = 25
/** In turn all start at once, or one way before the others, which start so much later. */
const FIRST = [undefined, 'counter', 'late', 'offline', 'desk']
const LATEST_START_MS = 80

/**
 * So many vouchers of one merchant, each confirmed by a crowd at the same moment. Returns how many calls were answered in
 * which way, what the database recorded, and how many hand-overs each way made.
 */
export async function raceToConfirm(
  server: TestApp,
  random: Random,
  { vouchers, crowd }: { vouchers: number; crowd: Crowd },
) {
  let stall: Stall | undefined
  const answers = { confirmed: 0, refused: 0, waiting: 0, others: 0 }
  const ids: number[] = []
  for (let at = 0; at < vouchers; at += 1) {
    if (!stall || at % VOUCHERS_OF_A_STALL === 0) stall = await openStall(server, crowd)
    const voucher = await openVoucher(server, { phone: stall.phones[0] })
    ids.push(voucher.id)
    const all = random.shuffle(confirmationsOf(server, stall, voucher, crowd))
    await Promise.all(all.map(({ check }) => check?.()))
    const first = FIRST[at % FIRST.length]
    const latest = first ? LATEST_START_MS : 1
    const confirm = async (one: Confirmation) => {
      if (one.way !== first) await pause(random.below(latest))
      answers[outcomeOf(await one.confirm())] += 1
    }
    await Promise.all(all.map(confirm))
  }
  return { answers, ...(await readStored(server, ids)) }
}

function outcomeOf(answer: { status: number; is_waiting?: boolean }) {
  if (answer.status === 409) return 'refused'
  if (answer.status >= 300) return 'others'
  return answer.is_waiting ? 'waiting' : 'confirmed'
}

/** Phones of one merchant, each with a cashier and enough for the late entries, and desks of managers. */
async function openStall(server: TestApp, { late, offline, desks: count }: Crowd) {
  const owner = await createOwner(server.deps)
  const phones = [await addPhone(server, owner)] as [Awaited<ReturnType<typeof addPhone>>]
  while (phones.length < Math.max(2, late, offline)) phones.push(await addPhone(server, owner))
  const desks: Awaited<ReturnType<typeof createVoucherDesk>>[] = []
  while (desks.length < count) desks.push(await createVoucherDesk(server))
  return { phones, desks }
}

function confirmationsOf(
  server: TestApp,
  { phones, desks }: Stall,
  { id, number, code, member }: OpenedVoucher,
  { counters, devices, offline, late }: Crowd,
): Confirmation[] {
  const shown = code()
  const now = server.deps.now()
  const onPhones = (count: number) => Array.from({ length: count }, (_, at) => phones[at % phones.length] ?? phones[0])
  return [
    ...onPhones(counters).map((phone) => {
      const counter = counterOf(server, phone)
      return { way: 'counter' as const, check: () => counter.check(number, shown), confirm: () => counter.handOver(id) }
    }),
    ...desks.flatMap((desk) => [
      { way: 'desk' as const, check: () => desk.check(number, shown), confirm: () => desk.handOver(id) },
      ...Array.from({ length: devices - 1 }, () => ({ way: 'desk' as const, confirm: () => desk.handOver(id) })),
    ]),
    // The member types the code that a counter without a network shows.
    ...onPhones(offline).map((phone) => {
      const typed = { code: counterCode(phone, number, now) }
      return { way: 'offline' as const, confirm: () => member.call('POST', `/vouchers/${id}/counter-code`, typed) }
    }),
    // A hand-over that was noted without a network.
    ...onPhones(late).map((phone) => {
      const noted = { number, code: shown, noted_at: minuteOf(now) }
      return { way: 'late' as const, confirm: () => counterOf(server, phone).late(noted) }
    }),
  ]
}

async function readStored({ sql, deps }: TestApp, ids: number[]) {
  const { rows } = await sql(
    "SELECT way, count(*)::int AS events FROM voucher_events WHERE kind = 'used' AND voucher_id = ANY($1) GROUP BY way",
    [ids],
  )
  const used = await sql("SELECT FROM vouchers WHERE id = ANY($1) AND state = 'used'", [ids])
  const late = await sql('SELECT FROM late_hand_overs WHERE voucher_id = ANY($1)', [ids])
  const handOvers = rows.reduce((all, { events }) => all + events, 0)
  return {
    stored: { used: used.rowCount, handOvers, late: late.rowCount, ledgerErrors: await findLedgerErrors(deps.db.pool) },
    won: Object.fromEntries(rows.map(({ way, events }) => [`won ${way}`, events])),
  }
}
