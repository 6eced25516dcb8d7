import { list } from '@stampus/contract/announcements'
import { ANNOUNCEMENT_LAST_PAGE } from '@stampus/contract/limits'
import { useEndlessList } from './api/endless.ts'

/** The published announcements, up to page 50. The list, the page of one announcement and the badge share them. */
export function useAnnouncements() {
  return useEndlessList(list, {}, { lastPage: ANNOUNCEMENT_LAST_PAGE })
}
