import type { Announcement } from '@stampus/contract/announcements'
import * as calls from '@stampus/contract/announcements'
import type { Deps } from '../../deps.ts'
import { metaWithTotal } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/request-language.ts'
import { setExpiry } from '../../platform/http/response-cache.ts'
import { routes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { type AnnouncementRow, listPublishedAnnouncements } from './announcements.store.ts'

export const announcementsRoutes = routes(calls, (deps: Deps) => ({
  list: async ({ page = 1, short }, { reply }) => {
    const { announcements, total, turns_at } = await listPublishedAnnouncements(deps.db.pool, deps.now(), page)
    setExpiry(reply, turns_at)
    const data = announcements.map(presentAnnouncement)
    return { data: short ? data.map(withoutText) : data, meta: metaWithTotal(page, total) }
  },
}))

function presentAnnouncement(row: AnnouncementRow): Required<Announcement> {
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
