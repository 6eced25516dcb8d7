import { type AdminAnnouncement, change, create } from '@stampus/contract/console/announcements'
import { TITLE_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useCall } from '../../shared/api/queries.ts'
import { MalaySection } from '../../shared/forms/MalaySection.tsx'
import { PictureControl } from '../../shared/forms/PictureField.tsx'
import { RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import {
  type AnnouncementValues,
  confirmPastTimes,
  announcementFields as fields,
  toChangeInput,
  toCreateInput,
  toFormValues,
} from './announcementValues.ts'
import { Editor } from './Editor.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import type { OmittedPicture } from './pasting/pastedPictures.ts'
import { Schedule } from './Schedule.tsx'

type Props = {
  /** The announcement as it was loaded; absent for a new one. */
  announcement?: AdminAnnouncement
  /** Pictures that an earlier paste left out. */
  omitted?: OmittedPicture[] | undefined
  onSaved: (announcement: AdminAnnouncement, omitted: OmittedPicture[]) => void
  onReload?: () => void
}

const invalidates = ['/console/announcements']

/** Creates or changes an announcement. */
export function AnnouncementForm({ announcement: opened, omitted: initialOmitted = [], onSaved, onReload }: Props) {
  const [omitted, setOmitted] = useState(initialOmitted)
  const adding = useCall(create, invalidates)
  const changing = useCall(change, invalidates)
  const saving = useRecordForm({
    opened,
    toFormValues,
    fields,
    adding,
    changing,
    toCreateInput,
    toChangeInput,
    confirmationFor: confirmPastTimes,
    onSaved: (saved) => onSaved(saved, omitted),
  })
  const { form, record: announcement, isPending } = saving
  return (
    <RecordForm
      {...saving}
      onReload={onReload}
      action="Save"
      more={<PreviewButton valuesNow={form.getValues} before={announcement} />}
    >
      <AnnouncementFields
        form={form}
        before={announcement}
        omitted={omitted}
        setOmitted={setOmitted}
        disabled={isPending}
      />
    </RecordForm>
  )
}

type AnnouncementFieldsProps = {
  form: UseFormReturn<AnnouncementValues>
  before: AdminAnnouncement | undefined
  /** Pasted pictures that are not in the text. */
  omitted: OmittedPicture[]
  setOmitted: Dispatch<SetStateAction<OmittedPicture[]>>
  /** True while the form is saved: the text is read-only. */
  disabled: boolean
}

const malayPairs = [
  ['title', 'title_ms'],
  ['content', 'content_ms'],
] as const

function AnnouncementFields({ form, before, omitted, setOmitted, disabled }: AnnouncementFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  const editing = { form, setOmitted, disabled }
  return (
    <>
      <Field label="Title" maxLength={TITLE_MAX} error={errors.title?.message} {...register('title')} />
      <TextEditor {...editing} name="content" label="Text" />
      <OmittedPicturesNotice pictures={omitted} onClose={() => setOmitted([])} />
      <MalaySection form={form} pairs={malayPairs}>
        <Field
          label="Title in Malay"
          lang="ms"
          maxLength={TITLE_MAX}
          error={errors.title_ms?.message}
          {...register('title_ms')}
        />
        <TextEditor {...editing} name="content_ms" label="Text in Malay" lang="ms" />
      </MalaySection>
      <PictureControl form={form} name="image_key" label="Picture" kind="cover" />
      <Schedule form={form} before={before} />
    </>
  )
}

type TextEditorProps = Pick<AnnouncementFieldsProps, 'form' | 'setOmitted' | 'disabled'> & {
  name: 'content' | 'content_ms'
  label: string
  lang?: 'ms'
}

function TextEditor({ form, name, ...props }: TextEditorProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <Editor {...props} value={value} onChange={onChange} fieldRef={ref} error={fieldState.error?.message} />
      )}
    />
  )
}

const SHOWN_MAX = 20

type OmittedPicturesProps = { pictures: readonly OmittedPicture[]; onClose: () => void }

/** Lists the pasted pictures that are not in the text, until the manager closes it. */
function OmittedPicturesNotice({ pictures, onClose }: OmittedPicturesProps) {
  if (pictures.length === 0) return null
  const more = pictures.length - SHOWN_MAX
  return (
    <Notice kind="warning" role="alert">
      <p className="font-semibold">{omittedText(pictures)}</p>
      <ul className="my-1 grid list-disc gap-1 pl-5">
        {pictures.slice(0, SHOWN_MAX).map(({ name, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name, and none ever moves
          <li key={at} className="wrap-anywhere">
            {name}: {why}.
          </li>
        ))}
        {more > 0 ? <li>and {more} more.</li> : null}
      </ul>
      <p>The text was pasted without them. To show a picture above the text, choose one under Picture.</p>
      <Button look="quiet" onClick={onClose} className="-mx-4">
        Close
      </Button>
    </Notice>
  )
}

export function omittedText({ length }: readonly OmittedPicture[]): string {
  return length === 1 ? '1 picture was left out.' : `${length} pictures were left out.`
}
