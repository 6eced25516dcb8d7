import type { KeptAnnouncement } from '@stampus/contract/console/announcements'
import { TITLE_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import type { Dispatch, SetStateAction } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { PictureOf } from '../../shared/forms/PictureOf.tsx'
import type { AnnouncementValues } from './announcementValues.ts'
import { Editor } from './Editor.tsx'
import { LeftOutPictures } from './LeftOutPictures.tsx'
import type { LeftOutPicture } from './pasting/pastedPictures.ts'
import { Schedule } from './Schedule.tsx'

type Props = {
  form: UseFormReturn<AnnouncementValues>
  before: KeptAnnouncement | undefined
  /** The pictures that were pasted and are not in the text. */
  leftOut: LeftOutPicture[]
  setLeftOut: Dispatch<SetStateAction<LeftOutPicture[]>>
  /** While it is saved nothing is written. */
  resting: boolean
}

/** What members read, and from when to when. */
export function AnnouncementFields({ form, before, leftOut, setLeftOut, resting }: Props) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label="Title" maxLength={TITLE_MAX} error={errors.title?.message} {...register('title')} />
      <Controller
        control={control}
        name="content"
        render={({ field: { value, onChange, ref } }) => (
          <Editor
            label="Text"
            value={value}
            onChange={onChange}
            fieldRef={ref}
            setLeftOut={setLeftOut}
            resting={resting}
            error={errors.content?.message}
          />
        )}
      />
      <LeftOutPictures pictures={leftOut} onClose={() => setLeftOut([])} />
      <PictureOf form={form} name="image_key" label="Picture" kind="cover" />
      <Schedule form={form} before={before} />
    </>
  )
}
