import { randomBytes } from 'node:crypto'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { addDays, dayIn } from '@stampus/contract/values/days'
import type { Counter } from 'prom-client'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, HttpError, notFound, requireFound, unauthenticated } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { consumeLimit, perHour } from '../../../platform/rate-limits/rate-limits.ts'
import { lockMemberSession, lockUser } from '../../accounts/accounts.store.ts'
import { returnStamps } from '../../wallet/wallet.store.ts'
import { lockReward, putOneBack } from '../rewards.store.ts'
import {
  deleteKey,
  type EndKind,
  findOwnVoucher,
  findRefs,
  insertEvent,
  listDueVouchers,
  lockVoucher,
  markReminded,
  type OwnVoucherRow,
  updateVoucher,
  upsertKey,
  type VoucherEvent,
  type VoucherRow,
} from './vouchers.store.ts'

/** Counts how work ends: as `success`, with the `code` of an error, or as `other`. */
export async function countOutcome<Result>(counter: Counter<'outcome'>, success: string, work: Promise<Result>) {
  try {
    const result = await work
    counter.inc({ outcome: success })
    return result
  } catch (error) {
    const code = error instanceof HttpError ? error.body.code : undefined
    counter.inc({ outcome: typeof code === 'string' ? code : 'other' })
    throw error
  }
}

type ByClock = Pick<VoucherRow, 'state' | 'expires_at' | 'is_recalled'>

/** The state of a voucher at this time, whether or not the job that ends expired and recalled ones has run. */
export function stateAt({ state, expires_at, is_recalled }: ByClock, now: Date): VoucherState {
  if (state !== 'ready') return state
  if (expires_at <= now) return 'expired'
  return is_recalled ? 'voided' : 'ready'
}

/** The state of a voucher at this time, whether the job that ends it and returns its stamps is due, and since when it has that state. */
export function endOf(voucher: ByClock & Pick<OwnVoucherRow, 'ended_at' | 'recalled_at'>, now: Date) {
  const state = stateAt(voucher, now)
  const isDue = state !== voucher.state
  const dueSince = state === 'expired' ? voucher.expires_at : voucher.recalled_at
  return { state, isDue, ended_at: isDue ? dueSince : voucher.ended_at }
}

/** How a voucher that is still stored as ready has to end at this time. Undefined if it can be used. */
export function endKindAt(voucher: ByClock, now: Date): 'expired' | 'recalled' | undefined {
  const state = stateAt(voucher, now)
  if (state === 'expired') return 'expired'
  return state === 'voided' ? 'recalled' : undefined
}

export const isReady = (voucher: ByClock, now: Date): boolean => stateAt(voucher, now) === 'ready'

type Own = { userId: number; id: number }

/** A member's own voucher. Throws 404. */
export const getOwnVoucher = async (db: Queryable, own: Own): Promise<OwnVoucherRow> =>
  requireFound(await findOwnVoucher(db, own))

/** Gives back a member's own voucher. Throws 404, 409 if it is no longer ready. */
export const giveBack = async (deps: Deps, own: Own): Promise<OwnVoucherRow> =>
  inTransaction(deps.db.pool, async (tx) => {
    const voucher = requireFound(await lockInOrder(tx, own))
    if (!isReady(voucher, deps.now())) throw conflict(texts.voucherNotReady)
    await endVoucher(tx, voucher, { kind: 'returned', stampsBack: true, at: deps.now() })
    return getOwnVoucher(tx, own)
  })

/** Locks in the order that holds everywhere: member, reward, voucher. Undefined if the given member has no such one. */
export async function lockInOrder(tx: Queryable, { id, userId }: { id: number; userId?: number }) {
  const refs = await findRefs(tx, id)
  if (!refs || (userId !== undefined && userId !== refs.userId)) return undefined
  const member = await lockUser(tx, refs.userId)
  await lockReward(tx, refs.rewardId)
  const voucher = await lockVoucher(tx, id)
  return voucher && { ...voucher, hasMember: member !== undefined }
}

type Used = Omit<VoucherEvent, 'voucherId' | 'kind' | 'stampsBack'> & { usedAt?: Date }

/** Makes a locked voucher a used one, since `usedAt` if that is not now: event, state, and the end of its key. Returns the event. */
export async function markUsed(tx: Queryable, voucherId: number, { usedAt, ...how }: Used): Promise<number> {
  const eventId = await insertEvent(tx, { voucherId, kind: 'used', stampsBack: false, ...how })
  await updateVoucher(tx, { id: voucherId, state: 'used', at: usedAt ?? how.at })
  await deleteKey(tx, voucherId)
  return eventId
}

type Ending = Pick<VoucherEvent, 'stampsBack' | 'operatorId' | 'reversalId' | 'reason' | 'at'> & { kind: EndKind }

const STATE_OF = {
  returned: 'returned',
  expired: 'expired',
  voided: 'voided',
  recalled: 'voided',
  below_zero: 'voided',
} as const

/** Ends a voucher that the caller has locked, with its event, the stamps and the stock. */
export async function endVoucher(tx: Queryable, voucher: VoucherRow, ending: Ending): Promise<void> {
  const { id, user_id: userId, reward_id, stamps } = voucher
  const eventId = await insertEvent(tx, { voucherId: id, ...ending })
  await updateVoucher(tx, { id, state: STATE_OF[ending.kind], at: ending.at })
  await deleteKey(tx, id)
  // What was handed over is gone, also if its stamps are given back.
  if (voucher.state === 'ready') await putOneBack(tx, reward_id)
  if (ending.stampsBack) await returnStamps(tx, { userId, eventId, stamps, at: ending.at })
}

const KEY_BYTES = 20

const keyLimit = (userId: number) => perHour(`voucher-keys:${userId}`, 120)

/** Ends the key of another device. Throws 404, 409 if no longer ready, 401 if the session has just ended, 429. */
export async function openKey(deps: Deps, own: Own & { tokenHash: Buffer }): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES)
  await consumeLimit(deps.db.pool, keyLimit(own.userId), deps.now())
  return inTransaction(deps.db.pool, async (tx) => {
    if ((await findRefs(tx, own.id))?.userId !== own.userId) throw notFound()
    await lockUser(tx, own.userId)
    if (!(await lockMemberSession(tx, own.tokenHash))) throw unauthenticated()
    const voucher = await lockVoucher(tx, own.id)
    if (!voucher || !isReady(voucher, deps.now())) throw conflict(texts.voucherNotReady)
    await upsertKey(tx, { voucherId: own.id, tokenHash: own.tokenHash, key, at: deps.now() })
    return key
  })
}

const AT_ONCE = 100

/** A mail says so many days before the last one that a voucher expires. */
const REMINDER_DAYS = 3

export const vouchersCleanUp = (deps: Deps): CleanUp => ({
  'voucher reminders': () => remindMembers(deps),
  vouchers: async () => {
    let ended = 0
    let afterId = 0
    for (;;) {
      const due = await listDueVouchers(deps.db.pool, { now: deps.now(), afterId, limit: AT_ONCE })
      for (const id of due) if (await endDueOrLog(deps, id)) ended += 1
      afterId = due.at(-1) ?? afterId
      if (due.length < AT_ONCE) return ended
    }
  },
})

/** A voucher that cannot be ended does not hold up the others. */
async function endDueOrLog(deps: Deps, id: number): Promise<boolean> {
  try {
    await inTransaction(deps.db.pool, (tx) => endDue(tx, deps, id))
    return true
  } catch (err) {
    deps.log.error({ err, voucher: id }, 'a voucher was not ended')
    return false
  }
}

async function endDue(tx: Queryable, deps: Deps, id: number): Promise<void> {
  const at = deps.now()
  const voucher = await lockInOrder(tx, { id })
  const kind = voucher?.state === 'ready' ? endKindAt(voucher, at) : undefined
  if (voucher && kind) await endAsDue(tx, deps, voucher, { kind, at })
}

async function remindMembers({ db, jobs, config, now }: Deps): Promise<number> {
  const until = addDays(dayIn(config.TIME_ZONE, now()), REMINDER_DAYS)
  let reminded = 0
  for (;;) {
    const ids = await inTransaction(db.pool, async (tx) => {
      const marked = await markReminded(tx, { now: now(), until, limit: AT_ONCE })
      for (const id of marked) await jobs.enqueueMail(tx, { kind: 'voucher-reminder', id })
      return marked
    })
    reminded += ids.length
    if (ids.length < AT_ONCE) return reminded
  }
}

/** Ends a voucher that the caller has locked, as `endKindAt` says, and mails the member if its reward was recalled. */
export async function endAsDue(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  voucher: VoucherRow,
  { kind, at }: { kind: 'expired' | 'recalled'; at: Date },
): Promise<void> {
  await endVoucher(tx, voucher, { kind, stampsBack: true, at })
  if (kind === 'recalled') await jobs.enqueueMail(tx, { kind: 'voucher-ended', id: voucher.id })
}
