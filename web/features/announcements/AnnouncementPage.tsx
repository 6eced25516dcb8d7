import type { Announcement } from '@stampus/contract/announcements'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import * as words from '#words'
import { markRead, useAnnouncements } from '../../shared/announcements/announcements.ts'
import { useFindInPages } from '../../shared/api/endless.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { ArticleSkeleton, MissingItem } from '../../shared/components/ItemStates.tsx'
import { Photo } from '../../shared/components/Photo.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { When } from '../../shared/components/When.tsx'
import { linkTo } from '../../shared/paths.ts'
import { Prose } from './AnnouncementText.tsx'

/** S-2.23: one announcement, looked for in the list (D-31). Opening it marks it as read (S-3.05). */
export function AnnouncementPage() {
  const { id = '' } = useParams()
  const announcements = useAnnouncements()
  const { state, row } = useFindInPages(announcements, id)
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('announcements')} />
      {state === 'seeking' ? <ArticleSkeleton label={words.announcementWait} /> : null}
      {state === 'found' ? <AnnouncementInFull announcement={row} /> : null}
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
        <p className="mt-1 text-muted">
          <When at={published_at} />
        </p>
      </div>
      <Prose html={content} />
    </div>
  )
}
