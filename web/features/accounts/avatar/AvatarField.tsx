import { removeAvatar, type User } from '@stampus/contract/accounts'
import { acceptAttribute, avatarPicture, pictureError } from '@stampus/contract/values/pictures'
import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { Camera, FileImage, ImageUp, Trash2 } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import * as words from '#words'
import { useOptionalCall } from '../../../shared/api/optionalCalls.ts'
import { Avatar } from '../../../shared/components/Avatar.tsx'
import { lazyWithRetry } from '../../../shared/components/LazyPart.tsx'
import { FileButton } from '../../../shared/forms/FileButton.tsx'
import { dropZoneClass, useDroppedFiles } from '../../../shared/pictures/droppedFiles.ts'
import { isHeic, pictureOf, useObjectUrl } from '../../../shared/pictures/pictureFiles.ts'
import { mergeUser } from '../../../shared/storage/session.ts'
import { showToast } from '../../../shared/toasts.ts'
import { orErrorToast } from '../forms.tsx'
import type { ProfileForm } from '../profile/profileFields.ts'
import { checkOpens } from './avatarCrop.ts'

const cropperPart = () => import('./AvatarCropper.tsx')
const AvatarCropper = lazyWithRetry(async () => (await cropperPart()).AvatarCropper)

export function AvatarField({ form, user }: { form: ProfileForm; user: User }) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'avatar' })
  const [placing, setPlacing] = useState<File>()
  const newest = useRef<File>(undefined)
  const take = async (chosen: File) => {
    newest.current = chosen
    const file = await pictureOf(chosen)
    if (newest.current !== chosen) return
    newest.current = undefined
    const error = pictureError(file, avatarPicture)
    if (error) return form.setError('avatar', { message: error })
    form.clearErrors('avatar')
    newest.current = file
    const opening = await openingOf(file)
    if (newest.current !== file) return
    if (opening === 'placed') setPlacing(file)
    else if (opening === 'as it is') field.onChange(file)
    else form.setError('avatar', { message: words.avatarUnreadable })
  }
  const undo = () => {
    newest.current = undefined
    field.onChange(null)
  }
  const close = () => {
    newest.current = undefined
    setPlacing(undefined)
  }
  // Ignore the result of a cropper that is already closed.
  const place = (picture: File) => {
    if (newest.current === placing) field.onChange(picture)
  }
  const isDragging = useDroppedFiles((file) => {
    if (!placing) void take(file)
  })
  const error = fieldState.error?.message
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-1.5 font-semibold">{words.avatarLabel}</legend>
      <div className={`grid justify-items-center gap-4 p-4 ${dropZoneClass(isDragging, error)}`}>
        {field.value ? (
          <ChosenPicture key={`${field.value.name} ${field.value.lastModified}`} file={field.value} />
        ) : (
          <Avatar user={user} size="large" />
        )}
        <div className="flex flex-wrap justify-center gap-3">
          <FileButton look="secondary" accept="image/*" capture="user" onChoose={take} className="pointer-fine:hidden">
            <Camera aria-hidden="true" className="size-5" />
            {words.avatarPhoto}
          </FileButton>
          <FileButton ref={field.ref} look="secondary" accept={acceptAttribute(avatarPicture)} onChoose={take}>
            <ImageUp aria-hidden="true" className="size-5" />
            {words.avatarChoose}
          </FileButton>
        </div>
        {field.value ? (
          <Button look="quiet" onClick={undo}>
            {words.avatarUndo}
          </Button>
        ) : (
          <RemoveAvatar user={user} />
        )}
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
      {placing ? (
        <Suspense>
          <AvatarCropper file={placing} onPlaced={place} onClose={close} />
        </Suspense>
      ) : null}
    </fieldset>
  )
}

/** A HEIC file that this browser cannot open is used as it is. So is any picture if the cropper cannot be loaded. */
async function openingOf(file: File): Promise<'placed' | 'as it is' | 'broken'> {
  const [opened, cropper] = await Promise.allSettled([checkOpens(file), cropperPart()])
  if (opened.status === 'rejected') return isHeic(file) ? 'as it is' : 'broken'
  return opened.value && cropper.status === 'fulfilled' ? 'placed' : 'as it is'
}

function RemoveAvatar({ user }: { user: User }) {
  const { run, loading, isOffered } = useOptionalCall(removeAvatar)
  if (!user.profile_avatar_url) return null
  if (!isOffered) return <p className="text-small text-muted">{words.notOffered}</p>
  const remove = () =>
    orErrorToast(words.avatarNotRemoved, async () => {
      mergeUser((await run({})).data)
      showToast({ type: 'success', title: words.avatarRemoved, message: words.avatarRemovedText })
    })
  return (
    <Button look="quiet" isBusy={loading} onClick={remove}>
      <Trash2 aria-hidden="true" className="size-4" />
      {words.avatarRemove}
    </Button>
  )
}

function ChosenPicture({ file }: { file: File }) {
  const address = useObjectUrl(file)
  const [unshown, setUnshown] = useState(false)
  if (unshown)
    return (
      <div className="grid max-w-full justify-items-center gap-2 text-center">
        <span className="grid size-24 place-items-center rounded-chip bg-line">
          <FileImage aria-hidden="true" className="size-8 text-muted" />
        </span>
        <p className="max-w-full truncate text-small">{file.name}</p>
        <p className="text-small text-muted">{words.avatarUnshown}</p>
      </div>
    )
  return (
    <img
      src={address}
      alt={words.avatarChosen}
      width={96}
      height={96}
      onError={() => setUnshown(true)}
      className="size-24 rounded-chip bg-line object-cover"
    />
  )
}
