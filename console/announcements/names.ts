import type { AnnouncementState, ListedAnnouncement } from '@stampus/contract/consoleAnnouncements'
import { readableTime } from '../parts/dates.ts'

/** What a state is called. */
export const stateNames: Record<AnnouncementState, string> = {
  draft: 'Draft',
  planned: 'Planned',
  published: 'Published',
}

/** What saving an announcement has led to. */
export function savedWords({ title, state, published_at }: ListedAnnouncement): string {
  if (state === 'draft') return `${title} is saved as a draft.`
  if (state === 'published') return `${title} is saved; members see it.`
  return `${title} is saved; members see it from ${readableTime(published_at ?? '')} on.`
}
