import {
  ANSWER_TIME_DAYS,
  CASE_MESSAGES_PER_HOUR,
  CASE_MESSAGES_WAITING_MAX,
  CASES_PER_DAY,
  CASES_WAITING_MAX,
} from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { TooManyRequests } from '../../platform/errors.ts'
import { conflict, forbidden, invalid, requireFound, unauthenticated } from '../../platform/http/http-error.ts'
import { consumeLimit, perHour } from '../../platform/rate-limits/rate-limits.ts'
import { lockUser } from '../accounts/accounts.store.ts'
import * as store from './cases.store.ts'

/** `key` is the `Idempotency-Key` header. */
type Sent = { userId: number; message: string; key: string }

/** A repeated key gets the same id. Throws 422, 409 with `case_id` if one is open, 409 if too many wait, 429. */
export const openCase = async (deps: Deps, given: Sent & store.CaseAbout): Promise<number> =>
  inTransaction(deps.db.pool, (tx) => openOnce(tx, deps, given))

async function openOnce(tx: Queryable, { config, now }: Deps, given: Sent & store.CaseAbout): Promise<number> {
  const { userId, subject, object, message, key } = given
  await lockWriter(tx, userId)
  const sent = await store.findSent(tx, userId, key)
  if (sent) {
    const isSame = sent.is_first && sent.subject === subject && sent.message === message
    if (!isSame || sent.object_kind !== (object?.kind ?? null) || sent.object_id !== (object?.id ?? null))
      throw reused()
    return sent.case_id
  }
  const at = now()
  const asker = { userId, day: dayIn(config.TIME_ZONE, at) }
  if (object && !(await store.mayAskAbout(tx, asker, object))) throw invalid('object_id', texts.caseObjectUnknown)
  const id = await store.insertCase(tx, { userId, subject, object, at })
  if (id === undefined)
    throw conflict(texts.caseOpenAlready, {
      fields: { case_id: await store.findOpenCase(tx, { userId, subject, object }) },
    })
  await requireWithinDay(tx, userId, at)
  if ((await store.countWaiting(tx, userId)) > CASES_WAITING_MAX)
    throw conflict(texts.casesWaitForAnswer(CASES_WAITING_MAX))
  await store.insertMessage(tx, { caseId: id, userId, message, key, at })
  return id
}

/** Counts the cases: a counter of a day would outlive a deleted account. Lock the member first. Throws 429. */
async function requireWithinDay(tx: Queryable, userId: number, at: Date): Promise<void> {
  const first = (await store.listCaseTimes(tx, userId, CASES_PER_DAY + 1))[CASES_PER_DAY]
  const wait = first ? first.getTime() + DAY_MS - at.getTime() : 0
  if (wait > 0) throw new TooManyRequests(Math.ceil(wait / 1000))
}

/** A repeated key changes nothing. Throws 404, 409 if it is closed or has too many messages without an answer, 429. */
export async function writeInCase(deps: Deps, given: Sent & { id: number }): Promise<void> {
  await inTransaction(deps.db.pool, (tx) => writeOnce(tx, deps, given))
}

async function writeOnce(tx: Queryable, { now }: Deps, { userId, id, message, key }: Sent & { id: number }) {
  await lockWriter(tx, userId)
  const own = requireFound(await store.lockOwnCase(tx, { userId, id }))
  const sent = await store.findSent(tx, userId, key)
  if (sent) {
    if (sent.case_id !== id || sent.message !== message) throw reused()
    return
  }
  if (own.state === 'closed') throw conflict(texts.caseClosed)
  if ((await store.countUnanswered(tx, id)) >= CASE_MESSAGES_WAITING_MAX) throw conflict(texts.caseWaitsForAnswer)
  const at = now()
  await consumeLimit(tx, messageLimit(userId), at)
  await store.insertMessage(tx, { caseId: id, userId, message, key, at })
  await store.noteMessage(tx, id, at)
}

/** The median time to an answer lately, in whole seconds; null without answers. */
export async function findAnswerTime({ db, now }: Deps): Promise<number | null> {
  const seconds = await store.findMedianSeconds(db.pool, new Date(now().getTime() - ANSWER_TIME_DAYS * DAY_MS))
  return seconds === null ? null : Math.round(seconds)
}

const messageLimit = (userId: number) => perHour(`case-messages:${userId}`, CASE_MESSAGES_PER_HOUR)

async function lockWriter(tx: Queryable, userId: number): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user) throw unauthenticated()
  if (user.suspended) throw forbidden(texts.suspended)
}

const reused = () => invalid('idempotency_key', texts.keyReused)
