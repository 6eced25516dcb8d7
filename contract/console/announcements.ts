import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint, UNKEYED } from '../endpoint.ts'
import {
  anyOf,
  atMost,
  byId,
  byVersion,
  changed,
  checked,
  dataOf,
  done,
  instant,
  isInstant,
  isNowOrInstant,
  listOf,
  page,
  storable,
  typedTitles,
} from '../fields.ts'
import { CONTENT_MAX } from '../limits.ts'
import { isBlankHtml } from '../values/announcementHtml.ts'
import { pictureKey } from './pictures.ts'

/** `draft`: without a publication time. `planned`: with a future one. `ended`: members no longer see it. */
const announcementState = z.enum(['draft', 'planned', 'published', 'ended'])
export type AnnouncementState = z.infer<typeof announcementState>

const listed = {
  id: z.number(),
  title: z.string(),
  image_url: z.nullable(z.string()),
  state: announcementState,
  published_at: z.nullable(instant),
  ends_at: z.nullable(instant),
  created_at: instant,
}
const listedAnnouncement = z.object(listed)
export type ListedAnnouncement = z.infer<typeof listedAnnouncement>

const announcement = z.object({
  ...listed,
  title_ms: z.nullable(z.string()),
  content: z.string(),
  content_ms: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  version: z.number(),
})
export type AdminAnnouncement = z.infer<typeof announcement>

const content = z.string({ error: () => texts.contentRequired }).check(atMost(CONTENT_MAX), storable)

const facts = {
  ...typedTitles,
  content: content.check(z.refine((html) => !isBlankHtml(html), { error: () => texts.contentRequired })),
  /** Blank or null: none. Missing: as it was. */
  content_ms: z.optional(z.nullable(content)),
  image_key: pictureKey,
  /** `now`: the server's current time; null: a draft. */
  published_at: z.nullable(checked(isNowOrInstant, () => texts.invalidInstant)),
  /** Members see it until then; null or absent: without end. */
  ends_at: z.optional(z.nullable(checked(isInstant, () => texts.invalidInstant))),
}

const filters = z.object({ page, state: anyOf(announcementState.options) })
/** Newest first, optionally of one state. 404, 409 if `version` is outdated, 422. */
export const list = endpoint('GET /console/announcements', 'manager', filters, listOf(listedAnnouncement))
export const show = endpoint('GET /console/announcements/:id', 'manager', byId, dataOf(announcement))
export const create = endpoint('POST /console/announcements', 'manager', z.object(facts), dataOf(announcement), CREATED)
export const change = endpoint('PUT /console/announcements/:id', 'manager', changed(facts), dataOf(announcement))
export const remove = endpoint('DELETE /console/announcements/:id', 'manager', byVersion, done)

const typed = z.object({ content, content_ms: z.optional(content) })
const sanitised = dataOf(z.object({ content: z.string(), content_ms: z.string() }))

/** Sanitises the texts as saving would, without saving them; empty if they contain no text. */
export const preview = endpoint('POST /console/announcement-previews', 'manager', typed, sanitised, UNKEYED)
