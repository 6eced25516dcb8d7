import { randomBytes } from 'node:crypto'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { addDays, dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { conflict, notFound, unauthenticated } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { consumeLimit, type Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { lockUser } from '../../accounts/accounts.store.ts'
import { lockMemberSession } from '../../accounts/sessions/sessions.store.ts'
import { returnStamps } from '../../wallet/wallet.store.ts'
import { lockReward, putOneBack } from '../rewards.store.ts'
import {
  type DueVoucher,
  deleteKey,
  type EndKind,
  findOwnVoucher,
  insertEvent,
  listDueVouchers,
  listDueVouchersOf,
  lockVoucher,
  markReminded,
  type OwnVoucherRow,
  updateVoucher,
  upsertKey,
  type VoucherRow,
} from './vouchers.store.ts'

type ByClock = Pick<VoucherRow, 'state' | 'expires_at' | 'is_recalled'>

/** The state of a voucher at this time, whether or not the job that ends expired and recalled ones has run. */
export function stateAt({ state, expires_at, is_recalled }: ByClock, now: Date): VoucherState {
  if (state !== 'ready') return state
  if (expires_at <= now) return 'expired'
  return is_recalled ? 'voided' : 'ready'
}

/** How a voucher that is still stored as ready has to end at this time. Undefined if it can be used. */
export function endKindAt(voucher: ByClock, now: Date): 'expired' | 'recalled' | undefined {
  const state = stateAt(voucher, now)
  if (state === 'expired') return 'expired'
  return state === 'voided' ? 'recalled' : undefined
}

/** Whether a voucher can be used at this time. */
export function isReady(voucher: ByClock, now: Date): boolean {
  return stateAt(voucher, now) === 'ready'
}

type Own = { userId: number; id: number }

/** Gives back a member's own voucher. Throws 404, 409 if it is no longer ready. */
export async function giveBack(deps: Deps, own: Own): Promise<OwnVoucherRow> {
  return inTransaction(deps.db.pool, async (tx) => {
    const found = await findOwnVoucher(tx, own)
    if (!found) throw notFound()
    const voucher = await lockInOrder(tx, { id: own.id, userId: own.userId, rewardId: found.reward_id })
    if (!voucher || !isReady(voucher, deps.now())) throw conflict(texts.voucherNotReady)
    await endVoucher(tx, voucher, { kind: 'returned', stampsBack: true, at: deps.now() })
    const returned = await findOwnVoucher(tx, own)
    if (!returned) throw notFound()
    return returned
  })
}

/** Locks in the order that holds everywhere: member, reward, voucher. */
export async function lockInOrder(
  tx: Queryable,
  { id, userId, rewardId }: { id: number; userId: number; rewardId: number },
): Promise<VoucherRow | undefined> {
  await lockUser(tx, userId)
  await lockReward(tx, rewardId)
  return lockVoucher(tx, id)
}

type Ending = {
  kind: EndKind
  stampsBack: boolean
  operatorId?: number
  reversalId?: number
  reason?: string
  at: Date
}

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

/** New keys of one member: 120 an hour. */
const keyLimit = (userId: number): Limit => ({ key: `voucher-keys:${userId}`, max: 120, windowSeconds: HOUR_SECONDS })

/**
 * Makes a new key for this device, which ends that of another device. Throws 404, 409 if the voucher is no longer ready,
 * 401 if the session has just ended, 429.
 */
export async function openKey(deps: Deps, own: Own & { tokenHash: Buffer }): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES)
  await consumeLimit(deps.db.pool, keyLimit(own.userId), deps.now())
  return inTransaction(deps.db.pool, async (tx) => {
    if (!(await findOwnVoucher(tx, own))) throw notFound()
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

/**
 * Ends vouchers that have expired or whose reward was recalled, each in a transaction of its own. Mails members whose
 * vouchers expire soon.
 */
export function vouchersCleanUp(deps: Deps): CleanUp {
  return {
    'voucher reminders': () => remindMembers(deps),
    vouchers: async () => {
      let ended = 0
      let afterId = 0
      for (;;) {
        const due = await listDueVouchers(deps.db.pool, { now: deps.now(), afterId, limit: AT_ONCE })
        for (const voucher of due) if (await endDueOrLog(deps, voucher)) ended += 1
        const last = due.at(-1)
        if (!last || due.length < AT_ONCE) return ended
        afterId = last.id
      }
    },
  }
}

/** A voucher that cannot be ended does not hold up the others. */
async function endDueOrLog(deps: Deps, due: DueVoucher): Promise<boolean> {
  try {
    await endDue(deps, due)
    return true
  } catch (err) {
    deps.log.error({ err, voucher: due.id }, 'a voucher was not ended')
    return false
  }
}

/** Ends a member's vouchers that have expired or whose reward was recalled, so that their stamps are back. */
export async function endDueVouchersOf(deps: Deps, userId: number): Promise<void> {
  for (const due of await listDueVouchersOf(deps.db.pool, { userId, now: deps.now() })) await endDue(deps, due)
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

async function endDue(deps: Deps, due: DueVoucher): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const voucher = await lockInOrder(tx, due)
    const kind = voucher?.state === 'ready' ? endKindAt(voucher, at) : undefined
    if (voucher && kind) await endAsDue(tx, deps, voucher, { kind, at })
  })
}

/** Ends a voucher that the caller has locked, as `endKindAt` says, and mails the member if its reward was recalled. */
export async function endAsDue(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  voucher: VoucherRow,
  { kind, at }: { kind: 'expired' | 'recalled'; at: Date },
): Promise<void> {
  await endVoucher(tx, voucher, { kind, stampsBack: true, at })
  // The handler of this job is voucherEndedMail in vouchers.mail.ts.
  if (kind === 'recalled') await jobs.enqueueMail(tx, { kind: 'voucher-ended', id: voucher.id })
}
