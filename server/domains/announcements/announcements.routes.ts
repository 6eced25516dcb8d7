import type { Announcement } from '@stampus/contract/announcements'
import * as calls from '@stampus/contract/announcements'
import type { AdminAnnouncement, AnnouncementState } from '@stampus/contract/console/announcements'
import * as admin from '@stampus/contract/console/announcements'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { CONTENT_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { isBlankHtml } from '@stampus/contract/values/announcementHtml'
import type { Deps } from '../../deps.ts'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { invalid, requireFound } from '../../platform/http/http-error.ts'
import { metaWithTotal, toConsolePage } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/present.ts'
import { setExpiry } from '../../platform/http/response-cache.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { noPicture, replacePicture, toPictureRef } from '../../platform/uploads/uploads.service.ts'
import {
  addRecord,
  changeRecord,
  type RecordKind,
  removeRecord,
} from '../../platform/versioned-records/versioned-records.service.ts'
import { sanitizeHtml } from './announcements.service.ts'
import * as store from './announcements.store.ts'

export const announcementsRoutes = routes(calls, (deps: Deps) => ({
  list: async ({ page = 1, short }, { reply }) => {
    const { announcements, total, turns_at } = await store.listPublishedAnnouncements(deps.db.pool, deps.now(), page)
    setExpiry(reply, turns_at)
    const data = announcements.map(presentAnnouncement)
    return { data: short ? data.map(withoutText) : data, meta: metaWithTotal(page, total) }
  },
}))

function presentAnnouncement(row: store.AnnouncementRow): Required<Announcement> {
  return {
    ...withMalay(row),
    image_url: row.image_key && mediaUrl(row.image_key),
    placeholder_image_url: row.image_placeholder,
    published_at: new Date(row.published_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
  }
}

const withoutText = (row: Announcement): Announcement => ({
  ...row,
  ...{ content: '', content_ms: undefined, image_url: null, placeholder_image_url: null },
})

type AnnouncementInput = ParsedInputOf<typeof admin.create>

const announcements: RecordKind<store.AdminAnnouncementRow> = {
  subject: 'announcement',
  lock: store.lockAnnouncement,
  describe,
  pictureKey: (announcement) => announcement.image_key,
  changedText: () => texts.announcementChanged,
}

export const announcementsAdminRoutes = routes(admin, (deps: Deps) => {
  const { pool } = deps.db
  const presentOne = (row: store.AdminAnnouncementRow): { data: RowOf<Required<AdminAnnouncement>> } => ({
    data: presentListed(row, deps.now()),
  })
  return {
    list: async ({ page = 1, state }) => {
      const now = deps.now()
      const rows = await store.listAllAnnouncements(pool, state || undefined, now, page)
      return toConsolePage(page, rows, (row) => presentListed(row, now))
    },
    show: async ({ id }) => presentOne(await getAnnouncement(pool, id)),
    create: async (input, { operator }) => {
      const announcement = await addRecord(deps, operator.id, announcements, async (tx) => {
        const facts = await prepareAnnouncement(tx, deps, input, undefined)
        return getAnnouncement(tx, await store.insertAnnouncement(tx, facts, deps.now()))
      })
      return presentOne(announcement)
    },
    change: async (input, { operator }) => {
      const announcement = await changeRecord(deps, operator.id, announcements, input, async (tx, before) => {
        await store.updateAnnouncement(tx, before.id, await prepareAnnouncement(tx, deps, input, before))
        return getAnnouncement(tx, before.id)
      })
      return presentOne(announcement)
    },
    remove: async (input, { operator }) => {
      await removeRecord(deps, operator.id, announcements, input, (tx) => store.deleteAnnouncement(tx, input.id))
      return { message: texts.removed }
    },
    preview: async ({ content, content_ms = '' }) => {
      return { data: { content: htmlToShow(content), content_ms: htmlToShow(content_ms) } }
    },
  }
})

/** Published or not. Throws 404. */
const getAnnouncement = async (db: Queryable, id: number) =>
  requireFound(await store.findAnnouncement(db, id), texts.announcementNotFound)

/** The values to store. `stored` is undefined for a new announcement. Throws 422 on the field to fix. */
async function prepareAnnouncement(
  tx: Queryable,
  deps: Deps,
  input: AnnouncementInput,
  stored: store.AdminAnnouncementRow | undefined,
): Promise<store.AnnouncementFacts> {
  const { title, title_ms = stored?.title_ms ?? null } = input
  const content = contentToStore('content', input.content)
  if (!content) throw invalid('content', texts.contentRequired)
  const content_ms =
    input.content_ms === undefined ? (stored?.content_ms ?? null) : contentToStore('content_ms', input.content_ms)
  const published_at = timeOf(input.published_at, deps)
  const ends_at = input.ends_at ? new Date(input.ends_at) : null
  if (published_at && ends_at && ends_at <= published_at) throw invalid('ends_at', texts.endsBeforePublished)
  const before = stored ? toPictureRef(stored.image_key, stored.image_placeholder) : noPicture
  const image = await replacePicture(tx, deps, { kind: 'cover', field: 'image_key', before, wanted: input.image_key })
  const { key: image_key, placeholder: image_placeholder } = image
  return { title, title_ms, content, content_ms, image_key, image_placeholder, published_at, ends_at }
}

/** Sanitized HTML, or null if it contains no text. Throws 422 if it is too long. */
function contentToStore(field: 'content' | 'content_ms', given: string | null): string | null {
  const html = htmlToShow(given ?? '')
  if (html.length > CONTENT_MAX) throw invalid(field, texts.tooLong(CONTENT_MAX))
  return html || null
}

/** Sanitized HTML, empty if it contains no text. */
function htmlToShow(given: string): string {
  const html = sanitizeHtml(given)
  return isBlankHtml(html) ? '' : html
}

function timeOf(published: AnnouncementInput['published_at'], { now }: Deps): Date | null {
  if (published === null) return null
  return published === 'now' ? now() : new Date(published)
}

function describe(row: store.AdminAnnouncementRow): AuditValuesOf<AnnouncementInput, { image_key: 'picture' }> {
  const { title, title_ms, content, content_ms, image_key: picture, published_at, ends_at } = row
  const times = { published_at: published_at?.toISOString() ?? null, ends_at: ends_at?.toISOString() ?? null }
  return { title, title_ms, content, content_ms, picture, ...times }
}

function presentListed<Row extends store.ListedAnnouncementRow>(row: Row, now: Date) {
  return { ...row, image_url: row.image_key && mediaUrl(row.image_key), state: stateOf(row, now) }
}

function stateOf({ published_at, ends_at }: store.ListedAnnouncementRow, now: Date): AnnouncementState {
  if (published_at === null) return 'draft'
  if (ends_at && ends_at <= now) return 'ended'
  return published_at > now ? 'planned' : 'published'
}
