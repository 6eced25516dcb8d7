import type { AnnouncementState, ListedAnnouncement } from '@stampus/contract/console/announcements'
import { readableTime } from '../../shared/dates.ts'
import { leftOutWords } from './LeftOutPictures.tsx'
import type { LeftOutPicture } from './pasting/pastedPictures.ts'

/** What a state is called. */
export const stateNames: Record<AnnouncementState, string> = {
  draft: 'Draft',
  planned: 'Planned',
  published: 'Published',
  ended: 'Ended',
}

/** What saving an announcement has led to. */
export function savedWords(saved: ListedAnnouncement, leftOut: LeftOutPicture[]): string {
  const words = `${saved.title} is saved${outcomeOf(saved)}.`
  return leftOut.length > 0 ? `${words} ${leftOutWords(leftOut)}` : words
}

function outcomeOf({ state, published_at, ends_at }: ListedAnnouncement): string {
  if (state === 'draft') return ' as a draft'
  if (state === 'ended') return '; members no longer see it'
  const until = ends_at ? ` until ${readableTime(ends_at)}` : ''
  if (state === 'published') return `; members see it${until}`
  return `; members see it from ${readableTime(published_at ?? '')}${until || ' on'}`
}
