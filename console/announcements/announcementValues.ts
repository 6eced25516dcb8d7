import type { change, create, KeptAnnouncement } from '@stampus/contract/consoleAnnouncements'
import { instantOf, isRealDay, wallTimeIn } from '@stampus/contract/days'
import type { InputOf } from '@stampus/contract/endpoint'
import { settings } from '../app/settings.ts'
import { type Chosen, chosen } from '../parts/PictureField.tsx'

/** When an announcement is shown: never yet, from now on, from a time on, or as it is. */
export type Publishing = 'draft' | 'now' | 'later' | 'kept'

/** What the form of an announcement holds; `published_at` is the wall clock of the campus, `YYYY-MM-DDTHH:MM`. */
export type AnnouncementValues = {
  title: string
  content: string
  image_key: Chosen
  publishing: Publishing
  published_at: string
}

/** The fields that the server may refuse, in the order of the form. */
export const announcementFields = ['title', 'content', 'image_key', 'published_at'] as const

/** What the form begins with; a new announcement is a draft. */
export function valuesOf(announcement: KeptAnnouncement | undefined): AnnouncementValues {
  const { state = 'draft', published_at = null } = announcement ?? {}
  return {
    title: announcement?.title ?? '',
    content: announcement?.content ?? '',
    image_key: announcement ? chosen(announcement.image_key, announcement.image_url) : null,
    publishing: publishingOf[state],
    published_at: state === 'planned' && published_at ? wallTimeIn(settings.time_zone, new Date(published_at)) : '',
  }
}

const publishingOf = { draft: 'draft', planned: 'later', published: 'kept' } as const

/** What is sent; `before` is the announcement as it was opened. */
export function inputOf(values: AnnouncementValues, before?: KeptAnnouncement): InputOf<typeof create> {
  const { title, content, image_key } = values
  return { title, content, image_key: image_key?.key ?? null, published_at: publishedAt(values, before) }
}

export function changeOf(values: AnnouncementValues, before: KeptAnnouncement): InputOf<typeof change> {
  return { ...inputOf(values, before), id: before.id, version: before.version }
}

/** The instant that members would read as its date: that of the form's schedule, else the present one. */
export function shownFrom(values: AnnouncementValues, before: KeptAnnouncement | undefined): string {
  const planned = publishedAt(values, before)
  return planned && planned !== 'now' ? planned : new Date().toISOString()
}

/** What is said of a time that is over already, unless members see the announcement anyway. */
export function pastTime(values: AnnouncementValues, before: KeptAnnouncement | undefined): string | undefined {
  const planned = values.publishing === 'later' && publishedAt(values, before)
  if (!planned || new Date(planned) > new Date() || before?.state === 'published') return undefined
  return 'This time has passed: members see the announcement as soon as it is saved.'
}

function publishedAt(
  { publishing, published_at: time }: AnnouncementValues,
  before: KeptAnnouncement | undefined,
): string | null {
  if (publishing === 'draft') return null
  if (publishing === 'now') return 'now'
  if (publishing === 'kept') return before?.published_at ?? null
  const [day = '', clock = ''] = time.split('T')
  // No time, or none of a year that is known, is refused by the server in its own words.
  return isRealDay(day) && /^\d{2}:\d{2}$/.test(clock) ? instantOf(day, clock, settings.time_zone).toISOString() : ''
}
