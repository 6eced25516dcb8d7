import { saysNothing } from '@stampus/contract/announcementHtml'
import type { change, create } from '@stampus/contract/console/announcements'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { CONTENT_MAX } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { type Described, recordChanges } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { withCacheInvalidation } from '../../platform/http/cache/response-cache.ts'
import { invalid, notFound, unchanged } from '../../platform/http/http-error.ts'
import { exchange, nothingShown, type Shown, shownAs } from '../../platform/images/uploads.ts'
import { removeDiscarded } from '../../platform/storage/discarded-files.ts'
import {
  type AnnouncementFacts,
  deleteAnnouncement,
  findKept,
  insertAnnouncement,
  type KeptAnnouncementRow,
  lockKept,
  updateAnnouncement,
} from './announcements.admin.store.ts'
import { sanitizeHtml } from './html.ts'

export type SentAnnouncement = ParsedInputOf<typeof create>
export type SentChange = ParsedInputOf<typeof change>

/** An announcement as managers see it, published or not. Throws a 404 where there is none. */
export async function keptAnnouncement({ db }: Deps, id: number): Promise<KeptAnnouncementRow> {
  return found(await findKept(db.pool, id))
}

/** Adds an announcement, its HTML made harmless (D-35). 422 by field. */
export function addAnnouncement(deps: Deps, operatorId: number, sent: SentAnnouncement): Promise<KeptAnnouncementRow> {
  return withCacheInvalidation(deps, async (tx) => {
    const id = await insertAnnouncement(tx, await factsOf(tx, deps, sent, nothingShown), deps.now())
    const after = found(await findKept(tx, id))
    await recordChanges(tx, { operatorId, action: 'announcement.added', id, at: deps.now() }, {}, described(after))
    return after
  })
}

/** Changes an announcement. 404, 409 where it was changed meanwhile, 422 by field. */
export async function changeAnnouncement(
  deps: Deps,
  operatorId: number,
  sent: SentChange,
): Promise<KeptAnnouncementRow> {
  const { id, version } = sent
  const { before, after } = await withCacheInvalidation(deps, async (tx) => {
    const before = unchanged(await lockKept(tx, id), version, texts.announcementChanged)
    const shown = shownAs(before.image_key, before.image_placeholder)
    await updateAnnouncement(tx, id, await factsOf(tx, deps, sent, shown))
    const after = found(await findKept(tx, id))
    await recordChanges(
      tx,
      { operatorId, action: 'announcement.changed', id, at: deps.now() },
      described(before),
      described(after),
    )
    return { before, after }
  })
  if (before.image_key && before.image_key !== after.image_key) await removeDiscarded(deps, [before.image_key])
  return after
}

/** Removes an announcement with its picture. 404, 409 where it was changed meanwhile. */
export async function removeAnnouncement(
  deps: Deps,
  operatorId: number,
  { id, version }: { id: number; version: number },
): Promise<void> {
  const before = await withCacheInvalidation(deps, async (tx) => {
    const before = unchanged(await lockKept(tx, id), version, texts.announcementChanged)
    const shown = shownAs(before.image_key, before.image_placeholder)
    await exchange(tx, deps, { kind: 'cover', field: 'image_key', before: shown, wanted: null })
    await deleteAnnouncement(tx, id)
    await recordChanges(tx, { operatorId, action: 'announcement.removed', id, at: deps.now() }, described(before), {})
    return before
  })
  if (before.image_key) await removeDiscarded(deps, [before.image_key])
}

async function factsOf(tx: Queryable, deps: Deps, sent: SentAnnouncement, before: Shown): Promise<AnnouncementFacts> {
  const content = sanitizeHtml(sent.content)
  if (saysNothing(content)) throw invalid('content', texts.contentRequired)
  if (content.length > CONTENT_MAX) throw invalid('content', texts.tooLong(CONTENT_MAX))
  const published_at = timeOf(sent.published_at, deps)
  const ends_at = sent.ends_at ? new Date(sent.ends_at) : null
  if (published_at && ends_at && ends_at <= published_at) throw invalid('ends_at', texts.endsBeforePublished)
  const image = await exchange(tx, deps, { kind: 'cover', field: 'image_key', before, wanted: sent.image_key })
  const { key: image_key, placeholder: image_placeholder } = image
  return { title: sent.title, content, image_key, image_placeholder, published_at, ends_at }
}

function timeOf(published: SentAnnouncement['published_at'], { now }: Deps): Date | null {
  if (published === null) return null
  return published === 'now' ? now() : new Date(published)
}

function described(announcement: KeptAnnouncementRow): Described {
  const { title, content, image_key: picture, published_at, ends_at } = announcement
  const times = { published_at: published_at?.toISOString() ?? null, ends_at: ends_at?.toISOString() ?? null }
  return { title, content, picture, ...times }
}

function found(announcement: KeptAnnouncementRow | undefined): KeptAnnouncementRow {
  if (!announcement) throw notFound(texts.announcementNotFound)
  return announcement
}
