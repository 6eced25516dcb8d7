import { COUNTER_CODE_TRIES, HAND_OVER_MS, LATE_MS, TAKE_BACK_MS } from '@stampus/contract/limits'
import type { CounterOperation, Operation } from './vouchers-operations.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const TEN_MINUTES_MS = 600_000

/** the Stampus desk, beside the phones, which are numbered from 1. */
export const DESK = 0
/** The place of the phone of another merchant. */
export const FOREIGN = 2

/** What confirmations leave on a voucher. */
export type Confirmations = {
  checked: { by: number; at: number } | undefined
  usedBy: number | undefined
  usedAt: number | undefined
  handOvers: number
  /** The phone that made the last hand-over, which it may repeat. */
  repeatableBy: number | undefined
  /** The codes of counters that were used, by phone and step. */
  codes: Set<string>
  /** When number and code were noted without a network. */
  notedAt: number | undefined
  /** The late entries that wait for a manager, by phone and minute. */
  waiting: Set<string>
}

export const newConfirmations = (): Confirmations => ({
  checked: undefined,
  usedBy: undefined,
  usedAt: undefined,
  handOvers: 0,
  repeatableBy: undefined,
  codes: new Set(),
  notedAt: undefined,
  waiting: new Set(),
})

/** Wrong codes of counters that a member has typed. */
export type Tries = { hits: number; until: number }

/** A voucher and who holds it, at a moment. `use` makes it used, `free` makes it ready again. */
export type Situation = {
  now: number
  voucher: Confirmations & { state: string }
  /** The numbers of the phones at the two places of the merchant. */
  phones: number[]
  tries: Tries
  isReady: boolean
  isDeleted: boolean
  isStaff: boolean
  isBelowZero: boolean
}

/** The voucher is used: what was checked no longer counts, and an earlier hand-over cannot be repeated. */
export function use({ voucher, now }: Pick<Situation, 'voucher' | 'now'>, by: number): void {
  const { handOvers } = voucher
  Object.assign(voucher, { state: 'used', usedBy: by, usedAt: now, handOvers: handOvers + 1 })
  Object.assign(voucher, { checked: undefined, repeatableBy: undefined })
}

/** A hand-over is taken back within a minute by who made it. */
export function takeBack({ voucher, now, isDeleted, isBelowZero }: Situation, by: number): boolean {
  const isOwn = voucher.state === 'used' && voucher.usedBy === by && now - (voucher.usedAt ?? 0) <= TAKE_BACK_MS
  if (!isOwn || isDeleted || isBelowZero) return false
  Object.assign(voucher, { state: 'ready', usedBy: undefined, usedAt: undefined, repeatableBy: undefined })
  return true
}

/** Applies an operation at a counter once; returns whether it is accepted. */
export function confirmOnce(situation: Situation, operation: Extract<CounterOperation, { voucher: number }>): boolean {
  const { voucher, phones } = situation
  const phone = 'phone' in operation ? phones[operation.phone] : undefined
  switch (operation.kind) {
    case 'check at counter':
      return check(situation, phone)
    case 'hand over at counter':
      return handOver(situation, phone)
    case 'repeat at counter':
      return phone !== undefined && voucher.repeatableBy === phone
    case 'take back at counter':
      return phone !== undefined && takeBack(situation, phone)
    case 'confirm offline':
      return typeCode(situation, phone)
    case 'note':
      return note(situation)
    case 'enter late':
      return enterLate(situation, phone)
  }
}

/** What happens once before an operation that is sent twice. */
export function prepareAtCounter(situation: Situation, operation: Operation): void {
  if (operation.kind === 'hand over at counter' && operation.checksFirst)
    check(situation, situation.phones[operation.phone])
  if (operation.kind === 'enter late' && operation.notesFirst) note(situation)
}

function note({ voucher, now, isReady, isDeleted }: Situation): boolean {
  if (!isReady || isDeleted) return false
  Object.assign(voucher, { notedAt: now, checked: undefined })
  return true
}

/** The member opens the voucher for it, which ends what was checked before. */
function check({ voucher, now, isReady, isDeleted, isStaff }: Situation, phone: number | undefined): boolean {
  if (!isReady || isDeleted) return false
  voucher.checked = undefined
  if (phone === undefined || isStaff) return false
  voucher.checked = { by: phone, at: now }
  return true
}

function handOver(situation: Situation, phone: number | undefined): boolean {
  const { voucher, now, isReady } = situation
  const { checked } = voucher
  if (!isReady || phone === undefined || checked?.by !== phone || now - checked.at >= HAND_OVER_MS) return false
  use(situation, phone)
  voucher.repeatableBy = phone
  return true
}

function typeCode(situation: Situation, phone: number | undefined): boolean {
  const { voucher, now, tries, isReady, isDeleted, isStaff } = situation
  if (isDeleted) return false
  if (now >= tries.until) Object.assign(tries, { hits: 0, until: now + TEN_MINUTES_MS })
  if (tries.hits >= COUNTER_CODE_TRIES || !isReady || isStaff) return false
  const code = `${phone} ${Math.floor(now / STEP_MS)}`
  if (phone === undefined || voucher.codes.has(code)) {
    tries.hits += 1
    return false
  }
  voucher.codes.add(code)
  use(situation, phone)
  return true
}

function enterLate(situation: Situation, phone: number | undefined): boolean {
  const { voucher, now, isReady, isDeleted, isStaff } = situation
  if (voucher.notedAt === undefined || phone === undefined) return false
  const minute = Math.floor(voucher.notedAt / MINUTE_MS) * MINUTE_MS
  if (now - minute > LATE_MS || (isStaff && !isDeleted)) return false
  if (isReady) use(situation, phone)
  else voucher.waiting.add(`${phone} ${minute}`)
  return true
}
