import type { Announcement } from '@stampus/contract/announcements'
import { texts } from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Megaphone } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '../app/BackLink.tsx'
import { Missing } from '../app/Missing.tsx'
import { Photo } from '../app/Photo.tsx'
import { linkTo } from '../app/paths.ts'
import { ReadingWait } from '../app/ReadingWait.tsx'
import { useSought } from '../app/sought.ts'
import { Title } from '../app/Title.tsx'
import { When } from '../app/When.tsx'
import { useAnnouncements } from './announcements.ts'
import { harmless } from './html.ts'
import { markRead } from './readMarks.ts'

/** S-2.23: one announcement, looked for in the list (D-31). Opening it marks it as read (S-3.05). */
export function AnnouncementPage() {
  const { id = '' } = useParams()
  const announcements = useAnnouncements()
  const { state, row } = useSought(announcements, id)
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('announcements')} />
      {state === 'seeking' ? <ReadingWait label="Loading the announcement" /> : null}
      {state === 'found' ? <AnnouncementInFull announcement={row} /> : null}
      {state === 'missing' ? (
        <Missing
          icon={Megaphone}
          text={texts.announcementNotFound}
          way={{ to: linkTo('announcements'), label: 'All announcements' }}
        >
          It may have been withdrawn.
        </Missing>
      ) : null}
      {state === 'failed' ? (
        <Failure
          text={texts.announcementsFailed}
          busy={announcements.isFetching}
          onRetry={() => void announcements.refetch()}
        />
      ) : null}
    </article>
  )
}

function AnnouncementInFull({ announcement }: { announcement: Announcement }) {
  const { id, title, content, published_at, image_url, placeholder_image_url } = announcement
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
        <Title>{title}</Title>
        <p className="mt-1 text-soft">
          <When at={published_at} />
        </p>
      </div>
      <Prose html={content} />
    </div>
  )
}

const prose =
  'grid gap-4 [&_a]:text-blue [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-blue [&_blockquote]:border-l-4 [&_blockquote]:pl-4 [&_blockquote]:text-soft [&_h2]:mt-2 [&_h2]:font-bold [&_h2]:text-lead [&_h3]:font-bold [&_ol]:list-decimal [&_ol]:pl-6 [&_table]:w-full [&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_th]:py-2 [&_th]:pr-4 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-6'

function Prose({ html }: { html: string }) {
  const __html = useMemo(() => harmless(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what passed DOMPurify, and the server's sanitiser before it (S-3.04)
  return <div className={prose} dangerouslySetInnerHTML={{ __html }} />
}
