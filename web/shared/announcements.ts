import { list } from '@stampus/contract/announcements'
import { ANNOUNCEMENT_LAST_PAGE } from '@stampus/contract/limits'
import { useEndlessList } from './api/endless.ts'

/** The published announcements, up to page 50. The list and the page of one announcement share them. */
export const useAnnouncements = () => useEndlessList(list, {}, { lastPage: ANNOUNCEMENT_LAST_PAGE })

/** The same without their texts and pictures, for counting. */
export const useShortAnnouncements = () => useEndlessList(list, { short: 1 }, { lastPage: ANNOUNCEMENT_LAST_PAGE })
