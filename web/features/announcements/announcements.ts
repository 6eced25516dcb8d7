import { list } from '@stampus/contract/announcements'
import { ANNOUNCEMENT_LAST_PAGE } from '@stampus/contract/limits'
import { useEndless } from '../../shared/api/endless.ts'

/** The published announcements, page after page, never beyond page 50 (S-9.07). The list, one's page and the badge share them. */
export function useAnnouncements() {
  return useEndless(list, {}, { lastPage: ANNOUNCEMENT_LAST_PAGE })
}
