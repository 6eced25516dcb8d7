import { COUNTER_CODE_TRIES, HAND_OVER_MS, LATE_MS, TAKE_BACK_MS } from '@stampus/contract/limits'
import type { CounterOperation, VoucherOperation } from '../operations.ts'
import { type Member, type Model, newItem, STAFF, stampsOf, type Voucher } from './state.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const TEN_MINUTES_MS = 600_000

/** The Stampus desk, beside the phones, which are numbered from 1. */
export const DESK = 0

/**
 * The voucher is used, at this time as its merchant reports it: what was checked no longer counts, and an earlier
 * hand-over cannot be repeated.
 */
export function use(model: Model, voucher: Voucher, by: number | undefined, at = model.now): void {
  const { handOvers, reward } = voucher
  Object.assign(voucher, { state: 'used', usedBy: by, usedAt: model.now, handOvers: handOvers + 1 })
  Object.assign(voucher, { checked: undefined, repeatableBy: undefined })
  if (by !== undefined) voucher.reportedAt = by === DESK ? undefined : at
  model.items.push(newItem('used', voucher, reward.owed_sen, at))
}

/** What a statement has billed is taken off the next one. What was handed over stays a line if it is voided. */
export function undoHandOver(model: Model, voucher: Voucher, undone: 'unused' | 'voided'): void {
  const item = model.items.findLast((one) => one.voucher === voucher && one.kind === 'used')
  if (!item) return
  item.undone = undone
  if (item.statement || undone === 'voided') model.items.push(newItem(undone, voucher, -item.sen, model.now))
}

/** A hand-over is taken back within a minute by who made it. */
export function takeBack(model: Model, voucher: Voucher, by: number): boolean {
  const { usedBy, usedAt = 0, member, state } = voucher
  const isOwn = state === 'used' && usedBy === by && model.now - usedAt <= TAKE_BACK_MS
  if (!isOwn || model.members[member]?.isDeleted || stampsOf(model, member).balance < 0) return false
  undoHandOver(model, voucher, 'unused')
  Object.assign(voucher, { state: 'ready', usedBy: undefined, usedAt: undefined, repeatableBy: undefined })
  return true
}

/** A voucher at a counter, with its member. */
type Situation = { model: Model; voucher: Voucher; member: Member; isReady: boolean; isStaff: boolean }

function situationOf(model: Model, voucher: Voucher, isReady: boolean): Situation | undefined {
  const member = model.members[voucher.member]
  return member && { model, voucher, member, isReady, isStaff: voucher.member === STAFF }
}

/** Applies an operation at a counter once; returns whether it is accepted. */
export function confirmAtCounter(
  model: Model,
  voucher: Voucher,
  operation: CounterOperation,
  isReady: boolean,
): boolean {
  const situation = situationOf(model, voucher, isReady)
  const phone = 'phone' in operation ? model.phones[operation.phone] : undefined
  if (!situation) return false
  switch (operation.kind) {
    case 'check at counter':
      return check(situation, phone)
    case 'hand over at counter':
      return handOver(situation, phone)
    case 'repeat at counter':
      return phone !== undefined && voucher.repeatableBy === phone
    case 'take back at counter':
      return phone !== undefined && takeBack(model, voucher, phone)
    case 'confirm offline':
      return typeCode(situation, phone)
    case 'note':
      return note(situation)
    case 'enter late':
      return enterLate(situation, phone)
  }
}

/** What happens once before an operation that is sent twice. */
export function prepareAtCounter(model: Model, voucher: Voucher, operation: VoucherOperation, isReady: boolean): void {
  const situation = situationOf(model, voucher, isReady)
  if (!situation) return
  if (operation.kind === 'hand over at counter' && operation.checksFirst)
    check(situation, model.phones[operation.phone])
  if (operation.kind === 'enter late' && operation.notesFirst) note(situation)
}

function note({ model, voucher, member, isReady }: Situation): boolean {
  if (!isReady || member.isDeleted) return false
  Object.assign(voucher, { notedAt: model.now, checked: undefined })
  return true
}

/** The member opens the voucher for it, which ends what was checked before. */
function check({ model, voucher, member, isReady, isStaff }: Situation, phone: number | undefined): boolean {
  if (!isReady || member.isDeleted) return false
  voucher.checked = undefined
  if (phone === undefined || isStaff) return false
  voucher.checked = { by: phone, at: model.now }
  return true
}

function handOver({ model, voucher, isReady }: Situation, phone: number | undefined): boolean {
  const { checked } = voucher
  if (!isReady || phone === undefined || checked?.by !== phone || model.now - checked.at >= HAND_OVER_MS) return false
  use(model, voucher, phone)
  voucher.repeatableBy = phone
  return true
}

function typeCode({ model, voucher, member, isReady, isStaff }: Situation, phone: number | undefined): boolean {
  const { tries, isDeleted } = member
  if (isDeleted) return false
  if (model.now >= tries.until) Object.assign(tries, { hits: 0, until: model.now + TEN_MINUTES_MS })
  if (tries.hits >= COUNTER_CODE_TRIES || !isReady || isStaff) return false
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
function enterLate({ model, voucher, member, isReady, isStaff }: Situation, phone: number | undefined): boolean {
  if (voucher.notedAt === undefined || phone === undefined) return false
  const minute = Math.floor(voucher.notedAt / MINUTE_MS) * MINUTE_MS
  if (model.now - minute > LATE_MS || (isStaff && !member.isDeleted)) return false
  const entry = `${phone} ${minute}`
  if (isReady) use(model, voucher, phone, minute)
  else if (!voucher.late.has(entry)) {
    voucher.late.add(entry)
    voucher.reportedAt = minute
  }
  return true
}
