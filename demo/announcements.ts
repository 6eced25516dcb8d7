import { guideAnnouncements } from './announcements-guide.ts'
import { newsAnnouncements } from './announcements-news.ts'
import { noticeAnnouncements } from './announcements-notices.ts'
import type { NoticeScene } from './drawings.ts'
import type { ToneName } from './ink.ts'
import type { MotifName } from './motifs.ts'

/** An announcement; `publishedDaysAgo` below zero is one that is scheduled and must not show yet. */
export type DemoAnnouncement = {
  slug: string
  title: string
  publishedDaysAgo: number
  cover: { scene: NoticeScene; tone: ToneName; emblem: MotifName }
  /** HTML; amounts stand as `RM 10` with a narrow no-break space. */
  content: string
}

/** Newest first. */
export const demoAnnouncements: readonly DemoAnnouncement[] = [
  ...guideAnnouncements,
  ...newsAnnouncements,
  ...noticeAnnouncements,
]
  .map((announcement) => ({ ...announcement, content: announcement.content.replace(/RM (?=\d)/g, 'RM\u202f') }))
  .sort((one, other) => one.publishedDaysAgo - other.publishedDaysAgo)
