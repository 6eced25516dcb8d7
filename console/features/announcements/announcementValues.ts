import type { AdminAnnouncement, change, create } from '@stampus/contract/console/announcements'
import type { InputOf } from '@stampus/contract/endpoint'
import { instantOf, isRealDay, wallTimeIn } from '@stampus/contract/values/days'
import { type PictureChoice, toPictureChoice } from '../../shared/forms/PictureField.tsx'
import { settings } from '../../shared/settings.ts'

/** When an announcement is shown: not yet, now, from a later time, or unchanged. */
export type Publishing = 'draft' | 'now' | 'later' | 'kept'

/**
 * A day `YYYY-MM-DD` and a time `HH:MM` in the campus's time zone; each is empty, or the typed text if it is invalid.
 */
type WallTime = { day: string; time: string }

/** The values of the form. Without an end date the announcement has no end. */
export type AnnouncementValues = {
  title: string
  content: string
  title_ms: string
  content_ms: string
  image_key: PictureChoice
  publishing: Publishing
  published_at: WallTime
  ends_at: WallTime
}

/** The fields that can have an error, in the order of the form. */
export const announcementFields = [
  'title',
  'content',
  'title_ms',
  'content_ms',
  'image_key',
  'published_at',
  'ends_at',
] as const

export const LAST_MINUTE = '23:59'

/** The initial values; a new announcement is a draft. */
export function toFormValues(announcement: AdminAnnouncement | undefined): AnnouncementValues {
  const { state = 'draft', published_at = null, ends_at = null } = announcement ?? {}
  return {
    title: announcement?.title ?? '',
    content: announcement?.content ?? '',
    title_ms: announcement?.title_ms ?? '',
    content_ms: announcement?.content_ms ?? '',
    image_key: announcement ? toPictureChoice(announcement.image_key, announcement.image_url) : null,
    publishing: publishingOf[state],
    published_at: wallTime(state === 'planned' ? published_at : null),
    ends_at: wallTime(ends_at),
  }
}

function wallTime(at: string | null): WallTime {
  const [day = '', time = ''] = at ? wallTimeIn(settings.time_zone, new Date(at)).split('T') : []
  return { day, time }
}

const publishingOf = { draft: 'draft', planned: 'later', published: 'kept', ended: 'kept' } as const

/** The input of the call; `before` is the announcement as it was loaded. */
export function toCreateInput(values: AnnouncementValues, before?: AdminAnnouncement): InputOf<typeof create> {
  const { title, content, title_ms, content_ms, image_key } = values
  const times = { published_at: publishedAt(values, before), ends_at: endsAt(values, before) }
  return { title, content, title_ms, content_ms, image_key: image_key?.key ?? null, ...times }
}

export function toChangeInput(values: AnnouncementValues, before: AdminAnnouncement): InputOf<typeof change> {
  return { ...toCreateInput(values, before), id: before.id, version: before.version }
}

/** The date that members would see: that of the schedule, or else now. */
export function shownFrom(values: AnnouncementValues, before: AdminAnnouncement | undefined): string {
  const planned = publishedAt(values, before)
  return planned && planned !== 'now' ? planned : new Date().toISOString()
}

/** A warning about a time in the past, unless members see the announcement anyway. */
export function pastTimeWarning(values: AnnouncementValues, before: AdminAnnouncement | undefined): string | undefined {
  const planned = values.publishing === 'later' && publishedAt(values, before)
  if (!planned || new Date(planned) > new Date() || before?.state === 'published') return undefined
  return 'This time has passed. Members will see the announcement as soon as you save.'
}

/** A warning about a new end in the past. */
export function pastEndWarning(values: AnnouncementValues, before: AdminAnnouncement | undefined): string | undefined {
  const [from, to] = [publishedAt(values, before), endsAt(values, before)]
  if (!from || !to || new Date(to) > new Date() || endsBeforeStart(values, before)) return undefined
  if (before?.state === 'ended' && to === before.ends_at) return undefined
  return "This time has passed. Members won't see the announcement once you save."
}

/** What to confirm before saving times in the past. The server rejects an end before the start. */
export function confirmPastTimes(
  values: AnnouncementValues,
  before: AdminAnnouncement | undefined,
): string | undefined {
  if (endsBeforeStart(values, before)) return undefined
  return pastEndWarning(values, before) ?? pastTimeWarning(values, before)
}

function endsBeforeStart(values: AnnouncementValues, before: AdminAnnouncement | undefined): boolean {
  const [from, to] = [publishedAt(values, before), endsAt(values, before)]
  if (!from || !to) return false
  return new Date(to) <= (from === 'now' ? new Date() : new Date(from))
}

function publishedAt(
  { publishing, published_at: time }: AnnouncementValues,
  before: AdminAnnouncement | undefined,
): string | null {
  if (publishing === 'draft') return null
  if (publishing === 'now') return 'now'
  if (publishing === 'kept') return before?.published_at ?? null
  return instantTyped(time)
}

/** An unchanged end keeps its seconds. A day without a time ends at its last minute. */
function endsAt({ ends_at: typed }: AnnouncementValues, before: AdminAnnouncement | undefined): string | null {
  if (typed.day === '') return null
  const initial = wallTime(before?.ends_at ?? null)
  if (before?.ends_at && typed.day === initial.day && typed.time === initial.time) return before.ends_at
  return instantTyped({ ...typed, time: typed.time || LAST_MINUTE })
}

function instantTyped({ day, time }: WallTime): string {
  // The server rejects an invalid time with its own text.
  return isRealDay(day) && /^\d{2}:\d{2}$/.test(time) ? instantOf(day, time, settings.time_zone).toISOString() : ''
}
