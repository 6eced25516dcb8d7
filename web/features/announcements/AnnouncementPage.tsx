import type { Announcement } from '@stampus/contract/announcements'
import { texts } from '@stampus/contract/texts'
import { Prose as Bare } from '@stampus/ui/Prose'
import DOMPurify from 'dompurify'
import { Megaphone } from 'lucide-react'
import { type MouseEvent, useEffect, useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import * as words from '#words'
import { useAnnouncements } from '../../shared/announcements.ts'
import { fileUrl } from '../../shared/api/api.ts'
import { useFindInPages } from '../../shared/api/endless.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { ArticlePhoto, ArticleSkeleton, Item } from '../../shared/components/Item.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { When } from '../../shared/components/When.tsx'
import { type LocalText, localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { serverPaths } from '../../shared/serverPaths.ts'
import { markRead } from '../../shared/storage/readMarks.ts'

export function AnnouncementPage() {
  const { id = '' } = useParams()
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('announcements')} />
      <Item
        item={useFindInPages(useAnnouncements(), id)}
        title={words.announcementTitle}
        failed={texts.announcementsFailed}
        wait={<ArticleSkeleton label={words.announcementWait} />}
        missing={{
          icon: Megaphone,
          title: texts.announcementNotFound,
          text: words.announcementGone,
          ways: [[linkTo('announcements'), words.announcementAll]],
        }}
      >
        {(announcement) => <AnnouncementDetails announcement={announcement} />}
      </Item>
    </article>
  )
}

function AnnouncementDetails({ announcement }: { announcement: Announcement }) {
  const { id, published_at } = announcement
  const title = localText(announcement.title, announcement.title_ms)
  const content = localText(announcement.content, announcement.content_ms)
  useEffect(() => markRead(id), [id])
  return (
    <div className="grid gap-5">
      <ArticlePhoto of={announcement} />
      <div>
        <Title lang={title.lang}>{title.text}</Title>
        <p className="mt-1 text-muted">
          <When at={published_at} />
        </p>
      </div>
      <AnnouncementText content={content} />
    </div>
  )
}

/** The formatted text of an announcement. Links into this app open without a page load. */
function AnnouncementText({ content: { text, lang } }: { content: LocalText }) {
  const navigate = useNavigate()
  const safe = useMemo(() => sanitize(text), [text])
  const follow = (event: MouseEvent) => {
    const path = ownPath(event)
    if (path === undefined) return
    event.preventDefault()
    navigate(path)
  }
  return <Bare html={safe} lang={lang} onClick={follow} />
}

function ownPath(event: MouseEvent): string | undefined {
  const link = (event.target as Element).closest('a')
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (!link || elsewhere || link.origin !== location.origin || serverPaths.test(link.pathname)) return undefined
  return link.pathname + link.search + link.hash
}

const ALLOWED_TAGS = 'p h2 h3 ul ol li strong em b i u a blockquote table thead tbody tr th td caption br hr'.split(' ')
const ALLOWED_ATTR = ['href', 'rel', 'colspan', 'rowspan', 'scope']
const only = { ALLOWED_TAGS, ALLOWED_ATTR, ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false }

/** Sanitizes announcement HTML again in the browser: no styles, no scripts, no pictures. */
function sanitize(html: string): string {
  const fragment = DOMPurify.sanitize(html, { ...only, RETURN_DOM_FRAGMENT: true })
  for (const link of fragment.querySelectorAll('a')) {
    link.setAttribute('rel', 'noopener')
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('/media/')) link.setAttribute('href', fileUrl(href))
  }
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}
