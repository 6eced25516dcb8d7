import type { Announcement } from '@stampus/contract/announcements'
import { texts } from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
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
import { ArticleSkeleton, MissingItem } from '../../shared/components/ItemStates.tsx'
import { Photo } from '../../shared/components/Photo.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { When } from '../../shared/components/When.tsx'
import { type LocalText, localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { serverPaths } from '../../shared/serverPaths.ts'
import { markRead } from '../../shared/storage/readMarks.ts'

/** One announcement, searched in the list. Opening it marks it as read. */
export function AnnouncementPage() {
  const { id = '' } = useParams()
  const announcements = useAnnouncements()
  const { state, row } = useFindInPages(announcements, id)
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('announcements')} />
      {state === 'searching' ? <ArticleSkeleton label={words.announcementWait} /> : null}
      {state === 'found' ? <AnnouncementDetails announcement={row} /> : null}
      {state === 'missing' ? (
        <MissingItem
          icon={Megaphone}
          text={texts.announcementNotFound}
          ways={[{ to: linkTo('announcements'), label: words.announcementAll }]}
        >
          {words.announcementGone}
        </MissingItem>
      ) : null}
      {state === 'failed' ? (
        <>
          <Title className="mb-4 font-bold text-title">{words.announcementTitle}</Title>
          <Failure
            text={texts.announcementsFailed}
            retry={words.retry}
            isBusy={announcements.isFetching}
            onRetry={() => void announcements.refetch()}
          />
        </>
      ) : null}
    </article>
  )
}

function AnnouncementDetails({ announcement }: { announcement: Announcement }) {
  const { id, published_at, image_url, placeholder_image_url } = announcement
  const title = localText(announcement.title, announcement.title_ms)
  const content = localText(announcement.content, announcement.content_ms)
  useEffect(() => markRead(id), [id])
  return (
    <div className="grid gap-5">
      {image_url ? (
        <Photo
          src={image_url}
          placeholder={placeholder_image_url}
          alt=""
          width={960}
          height={540}
          className="aspect-video w-full rounded-sheet"
        />
      ) : null}
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
