import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { conflict, forbidden, type Refusal } from '../../../platform/http/http-error.ts'
import { pictureUrl } from '../../../platform/storage/files.routes.ts'
import { isTied } from '../conflicts-of-interest.store.ts'
import { type Asking, countQueue, findAhead, findObstacles, type Obstacles, type PictureRow } from './queue.store.ts'

const SKIP_MS = 3_600_000

/** An operator asks now: for an hour what they skipped comes behind the rest. */
export function askingNow({ now }: Pick<Deps, 'now'>, operatorId: number): Asking {
  const at = now()
  return { operatorId, now: at, skippedSince: new Date(at.getTime() - SKIP_MS) }
}

/** How many receipts wait for this operator (D-51). */
export async function queueOf(deps: Deps, operatorId: number) {
  return countQueue(deps.db.pool, operatorId, deps.now())
}

/** The pictures that probably come after the one that is open. */
export async function picturesAhead(deps: Deps, operatorId: number, openId = 0) {
  const rows = await findAhead(deps.db.pool, askingNow(deps, operatorId), openId)
  return rows.map((row) => presentPicture(deps, row))
}

/** A receipt's picture, signed for the operators who see it (D-44). */
export function presentPicture({ config, now }: Pick<Deps, 'config' | 'now'>, row: PictureRow) {
  const { picture_key, placeholder, width, height } = row
  return { url: pictureUrl(config.APP_KEY, picture_key, now()), placeholder, width, height }
}

/** Throws where an operator may not work on a submission now: 403 for a tie or a manager's matter, 409 for a lease or a confirmation under way. */
export async function checkOpenTo(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  asked: { submissionId: number; operatorId: number },
): Promise<void> {
  const obstacles = await findObstacles(tx, { ...asked, now: now() })
  const refusal = obstacles && refusalOf(obstacles)
  if (refusal) throw refusal
}

/** Throws 403 where an operator is too near to a submission to judge it (D-50). */
export async function checkUntied(db: Queryable, operatorId: number, submissionId: number): Promise<void> {
  if (await isTied(db, operatorId, submissionId)) throw forbidden(texts.linkedToYou)
}

function refusalOf({ tied, escalated, confirming, leased }: Obstacles): Refusal | undefined {
  if (tied) return forbidden(texts.linkedToYou)
  if (escalated) return forbidden(texts.escalatedToManagers)
  if (confirming) return conflict(texts.waitsForConfirmation)
  return leased ? conflict(texts.leasedByOther) : undefined
}
