import { change, create, type KeptAnnouncement } from '@stampus/contract/console/announcements'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { SavedForm } from '../../shared/forms/SavedForm.tsx'
import { useSaving } from '../../shared/forms/saving.ts'
import { AnnouncementFields } from './AnnouncementFields.tsx'
import { changeOf, announcementFields as fields, inputOf, overTime, valuesOf } from './announcementValues.ts'
import { PreviewButton } from './PreviewButton.tsx'
import type { LeftOutPicture } from './pasting/pastedPictures.ts'

type Props = {
  /** The announcement as it was opened; absent for a new one. */
  announcement?: KeptAnnouncement
  /** Pictures that were left out of it, where a paste brought them. */
  leftOut?: LeftOutPicture[] | undefined
  onSaved: (announcement: KeptAnnouncement, leftOut: LeftOutPicture[]) => void
  onReload?: () => void
}

const touches = ['/console/announcements']

/** Writes an announcement or changes one. */
export function AnnouncementForm({ announcement: opened, leftOut: leftOutBefore = [], onSaved, onReload }: Props) {
  const [leftOut, setLeftOut] = useState(leftOutBefore)
  const adding = useCall(create, touches)
  const changing = useCall(change, touches)
  const saving = useSaving({
    opened,
    valuesOf,
    fields,
    adding,
    changing,
    inputOf,
    changeOf,
    doubtOf: overTime,
    onSaved: (saved) => onSaved(saved, leftOut),
  })
  const { form, thing: announcement, isPending } = saving
  return (
    <SavedForm
      {...saving}
      unsaved={form.formState.isDirty}
      shownFields={fields}
      onReload={onReload}
      action="Save"
      more={<PreviewButton valuesNow={form.getValues} before={announcement} />}
    >
      <AnnouncementFields
        form={form}
        before={announcement}
        leftOut={leftOut}
        setLeftOut={setLeftOut}
        resting={isPending}
      />
    </SavedForm>
  )
}
