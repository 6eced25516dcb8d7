import { saysNothing } from '@stampus/contract/announcementHtml'
import {
  change,
  create,
  type KeptAnnouncement,
  type ListedAnnouncement,
  list,
  preview,
  remove,
  show,
} from '@stampus/contract/console/announcements'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { consolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import {
  addAnnouncement,
  changeAnnouncement,
  keptAnnouncement,
  removeAnnouncement,
} from './announcements.admin.service.ts'
import { type KeptAnnouncementRow, type ListedAnnouncementRow, listKept } from './announcements.admin.store.ts'
import { sanitizeHtml } from './html.ts'

/** The announcements as managers keep them, drafts and planned ones too. */
export function keptAnnouncementsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const presentOne = (row: KeptAnnouncementRow) => ({ data: presentKept(row, deps.now()) })
  registerRoutes(
    app,
    routeContext,
    { list, show, create, change, remove, preview },
    {
      list: async ({ page = 1, state }) => {
        const now = deps.now()
        const rows = await listKept(deps.db.pool, state || undefined, now, page)
        return consolePage(page, rows, (row) => presentListed(row, now))
      },
      show: async ({ id }) => presentOne(await keptAnnouncement(deps, id)),
      create: async (sent, { caller }) => presentOne(await addAnnouncement(deps, caller.id, sent)),
      change: async (sent, { caller }) => presentOne(await changeAnnouncement(deps, caller.id, sent)),
      remove: async (given, { caller }) => {
        await removeAnnouncement(deps, caller.id, given)
        return { message: texts.removed }
      },
      preview: async ({ content }) => ({ data: { content: readable(sanitizeHtml(content)) } }),
    },
  )
}

/** A text without a word is none. */
const readable = (html: string) => (saysNothing(html) ? '' : html)

function presentListed(row: ListedAnnouncementRow, now: Date): ListedAnnouncement {
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

function presentKept(row: KeptAnnouncementRow, now: Date): KeptAnnouncement {
  const { content, image_key, version } = row
  return { ...presentListed(row, now), content, image_key, version }
}

function stateOf({ published_at, ends_at }: ListedAnnouncementRow, now: Date) {
  if (published_at === null) return 'draft'
  if (ends_at && ends_at <= now) return 'ended'
  return published_at > now ? 'planned' : 'published'
}
