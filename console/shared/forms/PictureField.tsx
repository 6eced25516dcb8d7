import { upload } from '@stampus/contract/console/pictures'
import { acceptAttribute, pictureError, receiptPictureOrGif, typeByContent } from '@stampus/contract/values/pictures'
import { Button, buttonClass } from '@stampus/ui/Button'
import { inTime } from '@stampus/ui/browser/inTime'
import { FieldError } from '@stampus/ui/Field'
import { fieldError } from '@stampus/ui/fieldErrors'
import { Picture } from '@stampus/ui/Picture'
import { Spinner } from '@stampus/ui/Spinner'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useCall } from '../api/queries.ts'

export type PictureChoice = { key: string; url: string } | null

type Props = {
  label: string
  kind: 'logo' | 'cover'
  value: PictureChoice
  onChange: (picture: PictureChoice) => void
  error?: string | undefined
}

/** Uploads a picture as soon as it is chosen and shows it as members will see it. */
export function PictureField({ label, kind, value, onChange, error: formError }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [invalid, setInvalid] = useState<string>()
  const sending = useCall(upload)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    target.value = ''
    if (!chosen || sending.isPending) return
    const picture = await inTime(typeByContent(chosen)).catch(() => chosen)
    const error = pictureError(picture, receiptPictureOrGif)
    setInvalid(error)
    sending.reset()
    if (!error) sending.mutate({ kind, picture }, { onSuccess: ({ data }) => onChange(data) })
  }
  // The remove button disappears with the picture, so move the focus.
  const remove = () => {
    input.current?.focus()
    onChange(null)
  }
  const error = invalid ?? fieldError(sending.error, 'picture') ?? sending.error?.message ?? formError
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {value ? <Picture src={value.url} alt={`${label} chosen`} {...frames[kind]} /> : null}
        <label className={buttonClass('secondary', 'cursor-pointer focus-within:outline-3 focus-within:outline-blue')}>
          {sending.isPending ? <Spinner size="sm" label="Uploading the picture" /> : null}
          {value ? 'Choose another picture' : 'Choose a picture'}
          <input
            ref={input}
            type="file"
            accept={acceptAttribute(receiptPictureOrGif)}
            onChange={choose}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="sr-only"
          />
        </label>
        {value ? (
          <Button look="quiet" onClick={remove}>
            Remove picture
          </Button>
        ) : null}
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </fieldset>
  )
}

const frames = {
  logo: { width: 96, height: 96, className: 'size-24 rounded-control' },
  cover: { width: 240, height: 135, className: 'aspect-video w-60 rounded-control' },
} as const
