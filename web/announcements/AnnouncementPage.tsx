import type { Announcement } from '@stampus/contract/announcements'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import * as words from '#words'
import { BackLink } from '../app/BackLink.tsx'
import { Missing } from '../app/Missing.tsx'
import { Photo } from '../app/Photo.tsx'
import { linkTo } from '../app/paths.ts'
import { ReadingWait } from '../app/ReadingWait.tsx'
import { useSought } from '../app/sought.ts'
import { Title } from '../app/Title.tsx'
import { When } from '../app/When.tsx'
import { useAnnouncements } from './announcements.ts'
import { Prose } from './Prose.tsx'
import { markRead } from './readMarks.ts'

/** S-2.23: one announcement, looked for in the list (D-31). Opening it marks it as read (S-3.05). */
export function AnnouncementPage() {
  const { id = '' } = useParams()
  const announcements = useAnnouncements()
  const { state, row } = useSought(announcements, id)
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('announcements')} />
      {state === 'seeking' ? <ReadingWait label={words.announcementWait} /> : null}
      {state === 'found' ? <AnnouncementInFull announcement={row} /> : null}
      {state === 'missing' ? (
        <Missing
          icon={Megaphone}
          text={texts.announcementNotFound}
          ways={[{ to: linkTo('announcements'), label: words.announcementAll }]}
        >
          {words.announcementGone}
        </Missing>
      ) : null}
      {state === 'failed' ? (
        <>
          <Title className="mb-4 font-bold text-title">{words.announcementTitle}</Title>
          <Failure
            text={texts.announcementsFailed}
            retry={words.retry}
            busy={announcements.isFetching}
            onRetry={() => void announcements.refetch()}
          />
        </>
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
