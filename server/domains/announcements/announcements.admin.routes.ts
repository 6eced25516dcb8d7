import { isBlankHtml } from '@stampus/contract/announcements'
import {
  type AdminAnnouncement,
  change,
  create,
  type ListedAnnouncement,
  list,
  preview,
  remove,
  show,
} from '@stampus/contract/console/announcements'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { CONTENT_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { AuditValuesOf } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { noPicture, type PictureRef, replacePicture, toPictureRef } from '../../platform/uploads/uploads.service.ts'
import {
  addRecord,
  changeRecord,
  type RecordKind,
  removeRecord,
} from '../../platform/versioned-records/versioned-records.service.ts'
import { sanitizeHtml } from './announcements.service.ts'
import {
  type AdminAnnouncementRow,
  type AnnouncementFacts,
  deleteAnnouncement,
  findAnnouncement,
  insertAnnouncement,
  type ListedAnnouncementRow,
  listAllAnnouncements,
  lockAnnouncement,
  updateAnnouncement,
} from './announcements.store.ts'

type AnnouncementInput = ParsedInputOf<typeof create>

const announcements: RecordKind<AdminAnnouncementRow> = {
  subject: 'announcement',
  lock: lockAnnouncement,
  describe,
  pictureKey: (announcement) => announcement.image_key,
  changedText: texts.announcementChanged,
}

/** Announcements for managers, including drafts and planned ones. */
export function announcementsAdminRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  const presentOne = (row: AdminAnnouncementRow) => ({ data: presentAnnouncement(row, deps.now()) })
  registerRoutes(
    app,
    routeContext,
    { list, show, create, change, remove, preview },
    {
      list: async ({ page = 1, state }) => {
        const now = deps.now()
        const rows = await listAllAnnouncements(pool, state || undefined, now, page)
        return toConsolePage(page, rows, (row) => presentListed(row, now))
      },
      show: async ({ id }) => presentOne(await getAnnouncement(pool, id)),
      create: async (input, { operator }) => {
        const announcement = await addRecord(deps, operator.id, announcements, async (tx) => {
          const facts = await prepareAnnouncement(tx, deps, input, noPicture)
          return getAnnouncement(tx, await insertAnnouncement(tx, facts, deps.now()))
        })
        return presentOne(announcement)
      },
      change: async (input, { operator }) => {
        const announcement = await changeRecord(deps, operator.id, announcements, input, async (tx, before) => {
          const picture = toPictureRef(before.image_key, before.image_placeholder)
          await updateAnnouncement(tx, before.id, await prepareAnnouncement(tx, deps, input, picture))
          return getAnnouncement(tx, before.id)
        })
        return presentOne(announcement)
      },
      remove: async (input, { operator }) => {
        await removeRecord(deps, operator.id, announcements, input, (tx) => deleteAnnouncement(tx, input.id))
        return { message: texts.removed }
      },
      preview: async ({ content }) => {
        const html = sanitizeHtml(content)
        return { data: { content: isBlankHtml(html) ? '' : html } }
      },
    },
  )
}

/** An announcement as managers see it, published or not. Throws 404. */
async function getAnnouncement(db: Queryable, id: number): Promise<AdminAnnouncementRow> {
  const announcement = await findAnnouncement(db, id)
  if (!announcement) throw notFound(texts.announcementNotFound)
  return announcement
}

/** The values to store, with sanitized HTML. Throws 422 with the field to fix. */
async function prepareAnnouncement(
  tx: Queryable,
  deps: Deps,
  input: AnnouncementInput,
  before: PictureRef,
): Promise<AnnouncementFacts> {
  const content = sanitizeHtml(input.content)
  if (isBlankHtml(content)) throw invalid('content', texts.contentRequired)
  if (content.length > CONTENT_MAX) throw invalid('content', texts.tooLong(CONTENT_MAX))
  const published_at = timeOf(input.published_at, deps)
  const ends_at = input.ends_at ? new Date(input.ends_at) : null
  if (published_at && ends_at && ends_at <= published_at) throw invalid('ends_at', texts.endsBeforePublished)
  const image = await replacePicture(tx, deps, { kind: 'cover', field: 'image_key', before, wanted: input.image_key })
  const { key: image_key, placeholder: image_placeholder } = image
  return { title: input.title, content, image_key, image_placeholder, published_at, ends_at }
}

function timeOf(published: AnnouncementInput['published_at'], { now }: Deps): Date | null {
  if (published === null) return null
  return published === 'now' ? now() : new Date(published)
}

function describe(row: AdminAnnouncementRow): AuditValuesOf<AnnouncementInput, { image_key: 'picture' }> {
  const { title, content, image_key: picture, published_at, ends_at } = row
  const times = { published_at: published_at?.toISOString() ?? null, ends_at: ends_at?.toISOString() ?? null }
  return { title, content, picture, ...times }
}

function presentListed(row: ListedAnnouncementRow, now: Date): Required<ListedAnnouncement> {
  const { id, title, image_key, published_at, ends_at, created_at } = row
  return {
    id,
    title,
    image_url: image_key && mediaUrl(image_key),
    state: stateOf(row, now),
    published_at: published_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}

function presentAnnouncement(row: AdminAnnouncementRow, now: Date): Required<AdminAnnouncement> {
  const { content, image_key, version } = row
  return { ...presentListed(row, now), content, image_key, version }
}

function stateOf({ published_at, ends_at }: ListedAnnouncementRow, now: Date) {
  if (published_at === null) return 'draft'
  if (ends_at && ends_at <= now) return 'ended'
  return published_at > now ? 'planned' : 'published'
}
