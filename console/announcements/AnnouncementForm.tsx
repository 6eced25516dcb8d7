import { change, create, type KeptAnnouncement } from '@stampus/contract/consoleAnnouncements'
import { useCall } from '../app/queries.ts'
import { SavedForm } from '../parts/SavedForm.tsx'
import { useSaving } from '../parts/saving.ts'
import { AnnouncementFields } from './AnnouncementFields.tsx'
import { changeOf, announcementFields as fields, inputOf, pastTime, valuesOf } from './announcementValues.ts'
import { PreviewButton } from './PreviewButton.tsx'

type Props = {
  /** The announcement as it was opened; absent for a new one. */
  announcement?: KeptAnnouncement
  onSaved: (announcement: KeptAnnouncement) => void
  onReload?: () => void
}

const touches = ['/console/announcements']

/** Writes an announcement or changes one. */
export function AnnouncementForm({ announcement: opened, onSaved, onReload }: Props) {
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
    doubtOf: pastTime,
    onSaved,
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
      <AnnouncementFields form={form} before={announcement} resting={isPending} />
    </SavedForm>
  )
}
