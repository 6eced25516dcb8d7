import type { Deps } from '../../deps.ts'
import { putContent } from '../../platform/backups/backup-store.ts'
import { daysBefore } from '../../platform/durations.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import { openBackupStorage } from '../../platform/storage/open-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { listDeletedMembers } from './privacy.store.ts'

/** The most days of six months, for which backups are kept, and one more. */
const KEPT_DAYS = 185
const FOLDER = 'erasures/'
const KEY = /^erasures\/(\d{13})-(\d{1,15})\.txt$/

/** A deleted account: the member's number and when. */
export type Erasure = { id: number; at: Date }

type Stores = Pick<Deps, 'storage' | 'config'>
type Listing = Stores & Pick<Deps, 'db' | 'now'>

const keyOf = ({ id, at }: Erasure): string => `${FOLDER}${at.getTime()}-${id}.txt`

function erasureOf(key: string): Erasure | undefined {
  const [, at, id] = KEY.exec(key) ?? []
  return id ? { id: Number(id), at: new Date(Number(at)) } : undefined
}

/** Beside the files, which all replicas share, and beside the backups, which survive the loss of the files. */
const openPlaces = async ({ storage, config }: Stores): Promise<Storage[]> => [storage, await openBackupStorage(config)]

const write = ({ config }: Stores, place: Storage, erasure: Erasure): Promise<void> =>
  putContent(place, config.DATA_DIR, keyOf(erasure), Buffer.from('\n'))

/** Writes down, where no restore undoes it, that an account was deleted. Safe to repeat. Throws after trying each place. */
export async function listErasure(deps: Stores, erasure: Erasure): Promise<void> {
  const written = await Promise.allSettled((await openPlaces(deps)).map((place) => write(deps, place, erasure)))
  for (const result of written) if (result.status === 'rejected') throw result.reason
}

/** The listed erasures, earliest first. */
export async function readErasures(deps: Stores): Promise<Erasure[]> {
  const keys = new Set<string>()
  for (const place of await openPlaces(deps)) for await (const key of place.list(FOLDER)) keys.add(key)
  return [...keys].sort().flatMap((key) => erasureOf(key) ?? [])
}

/** Lists what could not be listed while a file store was away, and removes what no backup holds any more. */
export const erasuresCleanUp = (deps: Listing): CleanUp => ({ 'list of erasures': () => completeList(deps) })

async function completeList(deps: Listing): Promise<number> {
  let removed = 0
  for (const place of await openPlaces(deps)) {
    const { old, missing } = await compare(deps, place)
    for (const erasure of missing) await write(deps, place, erasure)
    for (const key of old) await place.remove(key)
    removed += old.length
  }
  return removed
}

/** How many accounts that were deleted before a time are not listed in every place. */
export async function countUnlisted(deps: Listing, before: Date): Promise<number> {
  const found = await Promise.all((await openPlaces(deps)).map((place) => compare(deps, place)))
  const unlisted = found.flatMap(({ missing }) => missing).filter(({ at }) => at < before)
  return new Set(unlisted.map(keyOf)).size
}

async function compare({ db, now }: Listing, place: Storage): Promise<{ old: string[]; missing: Erasure[] }> {
  const from = daysBefore(now(), KEPT_DAYS)
  const missing = new Map((await listDeletedMembers(db.pool, from)).map((erasure) => [keyOf(erasure), erasure]))
  const old: string[] = []
  for await (const key of place.list(FOLDER)) {
    missing.delete(key)
    const erasure = erasureOf(key)
    if (erasure && erasure.at < from) old.push(key)
  }
  return { old, missing: [...missing.values()] }
}
