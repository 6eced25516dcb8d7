import { type AdminAnnouncement, preview } from '@stampus/contract/console/announcements'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { FieldError } from '@stampus/ui/Field'
import { Picture } from '@stampus/ui/Picture'
import { Prose } from '@stampus/ui/Prose'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../../shared/api/queries.ts'
import { readableDay } from '../../shared/dates.ts'
import type { PictureChoice } from '../../shared/forms/PictureField.tsx'
import { type ScheduleValues, shownFrom } from './Schedule.tsx'

type Shown = { title: string; content: string; image_key: PictureChoice; day: string }
type Previews = Shown & { title_ms: string; content_ms: string }

/** Shows the announcement as members will see it, with the HTML that the server would store. */
export function PreviewButton({ before }: { before: AdminAnnouncement | undefined }) {
  const { getValues } = useFormContext<Previews & ScheduleValues>()
  const [shown, setShown] = useState<Previews>()
  const previewCall = useCall(preview)
  const open = () => {
    const values = getValues()
    const day = readableDay(shownFrom(values, before))
    const { content, content_ms } = values
    previewCall.mutate({ content, content_ms }, { onSuccess: ({ data }) => setShown({ ...values, ...data, day }) })
  }
  return (
    <>
      <Button look="secondary" isBusy={previewCall.isPending} onClick={open}>
        <Eye aria-hidden="true" className="size-4" />
        Preview
      </Button>
      {previewCall.error ? <FieldError id="preview-error" text={previewCall.error.message} /> : null}
      {shown ? (
        <Dialog title="As members will see it" isHeadingFocused onClose={() => setShown(undefined)}>
          <Preview label="Preview" {...shown} />
          {shown.title_ms || shown.content_ms ? (
            <>
              <p className="font-semibold">In Malay</p>
              <Preview
                label="Preview in Malay"
                {...shown}
                {...(shown.title_ms && { title: shown.title_ms, titleLang: 'ms' })}
                {...(shown.content_ms && { content: shown.content_ms, contentLang: 'ms' })}
              />
            </>
          ) : null}
          <Button look="secondary" onClick={() => setShown(undefined)} className="justify-self-end">
            Close
          </Button>
        </Dialog>
      ) : null}
    </>
  )
}

type PreviewProps = Shown & { label: string; titleLang?: 'ms'; contentLang?: 'ms' }

function Preview({ label, title, titleLang, content, contentLang, image_key, day }: PreviewProps) {
  return (
    <article aria-label={label} className="grid gap-5 rounded-sheet border border-line bg-paper p-4">
      {image_key ? (
        <Picture src={image_key.url} alt="" width={960} height={540} className="aspect-video w-full rounded-sheet" />
      ) : null}
      <div>
        <h3 lang={titleLang} className="wrap-anywhere font-bold text-title">
          {title || <span className="text-muted">No title yet</span>}
        </h3>
        <p className="mt-1 text-muted">{day}</p>
      </div>
      {content ? (
        <Prose html={content} lang={contentLang} onClick={(event) => event.preventDefault()} />
      ) : (
        <p className="text-muted">No text yet.</p>
      )}
    </article>
  )
}
