import { randomUUID } from 'node:crypto'
import { COUNTER_CODE_TRIES, LATE_MS, TAKE_BACK_MS } from '@stampus/contract/limits'
import fc from 'fast-check'
import { counterCode } from '../../../support/api/codes.ts'
import { counterOf, minuteOf } from '../../../support/api/counter-vouchers.ts'
import { isReady, type Model, stampsOf, type Voucher } from '../model.ts'
import { type ClaimedVoucher, memberOf, openCode, type Scenario } from '../scenario.ts'
import { among, asGiven, isRepeat, onVoucher } from './kind.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const TEN_MINUTES_MS = 600_000

/** The Stampus desk, beside the phones, which are numbered from 1. */
export const DESK = 0

/** Mostly the same ones, so that what belongs together often meets. */
export const voucher = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4, 5)
const phone = among(0, 0, 0, 0, 1, 2)

/** What happens at a counter: on one of the merchant's two phones, or on the phone of another merchant. */
export const atCounter = {
  'hand over at counter': onVoucher({
    weight: 24,
    given: { voucher, phone, isRepeat },
    sent: asGiven,
    expected: (model, voucher, given) => handOver(model, voucher, model.phones[given.phone]),
    calls: async (scenario, claimed, given) => {
      const counter = phoneOf(scenario, given)
      await counter.check(claimed.number, (await openCode(scenario, claimed)) ?? '0000')
      const key = randomUUID()
      return () => counter.handOver(claimed.id, given.isRepeat ? key : randomUUID())
    },
  }),
  'take back at counter': onVoucher({
    weight: 24,
    given: { voucher, phone },
    sent: 'twice',
    expected: (model, voucher, given) => takeBack(model, voucher, model.phones[given.phone]),
    calls: (scenario, claimed, given) => () => phoneOf(scenario, given).takeBack(claimed.id),
  }),
  'confirm offline': onVoucher({
    weight: 12,
    given: { voucher, phone },
    sent: 'twice',
    expected: (model, voucher, given) => typeCode(model, voucher, model.phones[given.phone]),
    calls: (scenario, claimed, given) => () => {
      const code = counterCode(scenario.phones[given.phone], claimed.number, scenario.server.deps.now())
      return memberOf(scenario, claimed).call('POST', `/vouchers/${claimed.id}/counter-code`, { code })
    },
  }),
  /** Number, code and time, as without a network. */
  note: onVoucher({
    weight: 8,
    given: { voucher },
    expected: note,
    calls: (scenario, claimed) => () => noteDown(scenario, claimed),
  }),
  /** What was noted before, or just now. */
  'enter late': onVoucher({
    weight: 16,
    given: { voucher, phone, notesFirst: fc.boolean(), isRepeat },
    sent: asGiven,
    expected: (model, voucher, given) => {
      if (given.notesFirst) note(model, voucher)
      return enterLate(model, voucher, model.phones[given.phone])
    },
    calls: async (scenario, claimed, given) => {
      if (given.notesFirst) await noteDown(scenario, claimed)
      const { noted } = claimed
      const counter = phoneOf(scenario, given)
      const key = randomUUID()
      return noted && (() => counter.late(noted, given.isRepeat ? key : randomUUID()))
    },
  }),
}

const phoneOf = ({ server, phones }: Scenario, { phone }: { phone: 0 | 1 | 2 }) => counterOf(server, phones[phone])

async function noteDown(scenario: Scenario, claimed: ClaimedVoucher) {
  const code = await openCode(scenario, claimed)
  if (code === undefined) return { status: 409 }
  claimed.noted = { number: claimed.number, code, noted_at: minuteOf(scenario.server.deps.now()) }
  return { status: 200 }
}

/** The voucher is used, at this time as its merchant reports it. */
export function use(model: Model, voucher: Voucher, by: number | undefined, at = model.now): void {
  const { handOvers, reward } = voucher
  Object.assign(voucher, { state: 'used', usedBy: by, usedAt: model.now, handOvers: handOvers + 1 })
  if (by !== undefined) voucher.reportedAt = by === DESK ? undefined : at
  model.items.push({ kind: 'used', voucher, sen: reward.owed_sen, at })
}

/** What a statement has billed is taken off the next one. What was handed over stays a line if it is voided. */
export function undoHandOver({ items, now }: Model, voucher: Voucher, undone: 'unused' | 'voided'): void {
  const item = items.findLast((one) => one.voucher === voucher && one.kind === 'used')
  if (!item) return
  item.undone = undone
  if (item.statement || undone === 'voided') items.push({ kind: undone, voucher, sen: -item.sen, at: now })
}

/** A hand-over is taken back within a minute by who made it. */
function takeBack(model: Model, voucher: Voucher, by: number | undefined): boolean {
  const { usedBy, usedAt = 0, member, state } = voucher
  const isOwn = state === 'used' && by !== undefined && usedBy === by && model.now - usedAt <= TAKE_BACK_MS
  if (!isOwn || member.isDeleted || stampsOf(model, member).balance < 0) return false
  undoHandOver(model, voucher, 'unused')
  Object.assign(voucher, { state: 'ready', usedBy: undefined, usedAt: undefined })
  return true
}

function note(model: Model, voucher: Voucher): boolean {
  if (!isReady(model, voucher) || voucher.member.isDeleted) return false
  voucher.notedAt = model.now
  return true
}

/** The code is checked first. */
function handOver(model: Model, voucher: Voucher, phone: number | undefined): boolean {
  const { isDeleted, isStaff } = voucher.member
  if (phone === undefined || isDeleted || isStaff || !isReady(model, voucher)) return false
  use(model, voucher, phone)
  return true
}

function typeCode(model: Model, voucher: Voucher, phone: number | undefined): boolean {
  const { tries, isDeleted, isStaff } = voucher.member
  if (isDeleted) return false
  if (model.now >= tries.until) Object.assign(tries, { hits: 0, until: model.now + TEN_MINUTES_MS })
  if (tries.hits >= COUNTER_CODE_TRIES || !isReady(model, voucher) || isStaff) return false
  const code = `${phone} ${Math.floor(model.now / STEP_MS)}`
  if (phone === undefined || voucher.codes.has(code)) {
    tries.hits += 1
    return false
  }
  voucher.codes.add(code)
  use(model, voucher, phone)
  return true
}

/** A voucher that is ready becomes used; any other goes before a manager. */
function enterLate(model: Model, voucher: Voucher, phone: number | undefined): boolean {
  const { notedAt, late, member } = voucher
  if (notedAt === undefined || phone === undefined) return false
  const minute = Math.floor(notedAt / MINUTE_MS) * MINUTE_MS
  if (model.now - minute > LATE_MS || (member.isStaff && !member.isDeleted)) return false
  const entry = `${phone} ${minute}`
  if (isReady(model, voucher)) use(model, voucher, phone, minute)
  else if (!late.has(entry)) {
    late.add(entry)
    voucher.reportedAt = minute
  }
  return true
}
