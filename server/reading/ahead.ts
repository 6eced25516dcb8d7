import { pictureFault, receiptPictureOrGif } from '@stampus/contract/pictures'
import type { Deps } from '../deps.ts'
import type { Incoming } from '../files/incoming.ts'
import type { FormFile } from '../http/form.ts'
import { receiptInFull } from '../images/pictures.ts'
import { UndecodablePicture } from '../images/undecodable.ts'
import { QueueFull } from '../limits/queue.ts'
import { findAhead, keepAhead, removeOldAhead } from './ahead.store.ts'
import { READER } from './own-reader.ts'
import { type Reading, ReadingFault } from './reading.ts'
import { inTurn } from './turns.ts'

const HOUR_MS = 3_600_000

/** The picture that a member is about to send; nobody waits for what was read once its sender `isGone`. */
export type ChosenPicture = { userId: number; file: FormFile | undefined; isGone: () => boolean }

/**
 * Reads a picture before its receipt is sent, and remembers for an hour what it says; the picture itself is not kept.
 * Undefined where it cannot be read, or not soon.
 */
export async function readAhead(deps: Deps, chosen: ChosenPicture): Promise<Reading | undefined> {
  const { userId, file } = chosen
  if (deps.config.READING === 'off' || !isPicture(file)) return undefined
  if (file.sender) file.sender.counts = true
  const known = await findRecentAhead(deps, userId, Buffer.from(file.incoming.sha256, 'hex'))
  return known ?? readAndKeep(deps, chosen, file.incoming)
}

function isPicture(file: FormFile | undefined): file is FormFile {
  if (!file) return false
  const { name, type, incoming } = file
  return pictureFault({ name, type, size: incoming.bytes }, receiptPictureOrGif) === undefined
}

async function readAndKeep(
  deps: Deps,
  { userId, isGone }: ChosenPicture,
  { path, sha256 }: Incoming,
): Promise<Reading | undefined> {
  try {
    const reading = await inTurn(async () => {
      if (isGone()) return undefined
      const { path: upright } = await receiptInFull(path)
      return deps.reader(upright)
    }, `member ${userId}`)
    if (reading)
      await keepAhead(deps.db.pool, {
        userId,
        fileSha256: Buffer.from(sha256, 'hex'),
        reader: READER,
        reading,
        at: deps.now(),
      })
    return reading
  } catch (fault) {
    if (!isExpected(fault)) throw fault
    deps.log.info({ err: fault }, 'a picture was not read ahead')
    return undefined
  }
}

function isExpected(fault: unknown): boolean {
  return fault instanceof ReadingFault || fault instanceof QueueFull || fault instanceof UndecodablePicture
}

/** What was read off this very file within the last hour for the same member. */
export function findRecentAhead(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
  fileSha256: Buffer,
): Promise<Reading | undefined> {
  return findAhead(db.pool, { userId, fileSha256, reader: READER, since: anHourBefore(now()) })
}

/** Forgets what was read ahead and never sent. */
export function removeOutdatedAhead({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return removeOldAhead(db.pool, anHourBefore(now()))
}

function anHourBefore(at: Date): Date {
  return new Date(at.getTime() - HOUR_MS)
}
