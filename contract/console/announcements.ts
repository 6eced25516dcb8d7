import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, isInstant, listOf, optionalLine, page, storable, text, version } from '../fields.ts'
import { CONTENT_MAX, TITLE_MAX } from '../limits.ts'
import { isBlankHtml } from '../values/announcementHtml.ts'
import { pictureKey } from './pictures.ts'

/** `draft`: without a publication time. `planned`: with a future one. `ended`: members no longer see it. */
export const announcementState = z.enum(['draft', 'planned', 'published', 'ended'])
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

const adminAnnouncement = z.object({
  ...listed,
  title_ms: z.nullable(z.string()),
  /** HTML, sanitised when it was saved. */
  content: z.string(),
  content_ms: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  version: z.number(),
})
export type AdminAnnouncement = z.infer<typeof adminAnnouncement>

const content = z
  .string({ error: () => texts.contentRequired })
  .check(z.maxLength(CONTENT_MAX, { error: () => texts.tooLong(CONTENT_MAX) }), storable)

const facts = {
  title: text(TITLE_MAX, () => texts.titleRequired),
  title_ms: optionalLine(TITLE_MAX),
  content: content.check(z.refine((html) => !isBlankHtml(html), { error: () => texts.contentRequired })),
  /** Blank or null: none. Missing: as it was. */
  content_ms: z.optional(z.nullable(content)),
  image_key: pictureKey,
  /** `now` is the server's current time; null is a draft. */
  published_at: z.nullable(
    z
      .string({ error: () => texts.invalidInstant })
      .check(z.refine((given) => given === 'now' || isInstant(given), { error: () => texts.invalidInstant })),
  ),
  /** Members see it until then; null or absent: without end. */
  ends_at: z.optional(
    z.nullable(
      z.string({ error: () => texts.invalidInstant }).check(z.refine(isInstant, { error: () => texts.invalidInstant })),
    ),
  ),
}

/** All announcements, newest first, optionally of one state. */
export const list = endpoint({
  method: 'GET',
  path: '/console/announcements',
  access: 'manager',
  input: z.object({
    page,
    state: z.optional(z.enum([...announcementState.options, ''], { error: () => texts.invalidChoice })),
  }),
  answer: listOf(listedAnnouncement),
})

/** One announcement. 404. */
export const show = endpoint({
  method: 'GET',
  path: '/console/announcements/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(adminAnnouncement),
})

/** Creates an announcement. 422. */
export const create = endpoint({
  method: 'POST',
  path: '/console/announcements',
  access: 'manager',
  input: z.object(facts),
  answer: dataOf(adminAnnouncement),
  status: 201,
})

/** Changes an announcement. 404, 409 if `version` is outdated, 422. */
export const change = endpoint({
  method: 'PUT',
  path: '/console/announcements/:id',
  access: 'manager',
  input: z.object({ id, version, ...facts }),
  answer: dataOf(adminAnnouncement),
})

/** Deletes an announcement. 404, 409 if `version` is outdated. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/announcements/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})

/** Sanitises the texts as saving would, without saving them; empty if they contain no text. */
export const preview = endpoint({
  method: 'POST',
  path: '/console/announcement-previews',
  access: 'manager',
  input: z.object({ content, content_ms: z.optional(content) }),
  answer: dataOf(z.object({ content: z.string(), content_ms: z.string() })),
})
