import type { Announcement } from '@stampus/contract/announcements'
import * as calls from '@stampus/contract/announcements'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { metaWithTotal } from '../../platform/http/lists.ts'
import { setExpiry } from '../../platform/http/response-cache.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { type AnnouncementRow, listPublishedAnnouncements } from './announcements.store.ts'

export function announcementsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(app, routeContext, calls, {
    list: async ({ page = 1, short }, { reply }) => {
      const { announcements, total, turns_at } = await listPublishedAnnouncements(deps.db.pool, deps.now(), page)
      setExpiry(reply, turns_at)
      const data = announcements.map(presentAnnouncement)
      return { data: short ? data.map(withoutText) : data, meta: metaWithTotal(page, total) }
    },
  })
}

function presentAnnouncement(row: AnnouncementRow): Required<Announcement> {
  return {
    id: row.id,
    title: row.title,
    title_ms: row.title_ms ?? undefined,
    content: row.content,
    content_ms: row.content_ms ?? undefined,
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
