import type { AdminAnnouncement } from '@stampus/contract/console/announcements'
import { Controller, useFormContext } from 'react-hook-form'
import { When } from '../../shared/components/When.tsx'
import { DayField, TimeField } from '../../shared/forms/DateTimeFields.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { settings } from '../../shared/settings.ts'
import {
  LAST_MINUTE,
  type Publishing,
  pastEndWarning,
  pastTimeWarning,
  type ScheduleValues,
} from './announcementValues.ts'

type Props = { before: AdminAnnouncement | undefined }

const zone = settings.time_zone.replaceAll('_', ' ')

/** When members see the announcement, in the campus's time. */
export function Schedule({ before }: Props) {
  const { control, watch, setValue, clearErrors } = useFormContext<ScheduleValues>()
  const publishing = watch('publishing')
  const choose = (value: Publishing) => {
    setValue('publishing', value, { shouldDirty: true })
    clearErrors('published_at')
  }
  const since = before?.state === 'published' || before?.state === 'ended' ? before.published_at : null
  return (
    <Radios
      legend="Visible to members"
      options={[...(since ? [{ value: 'kept', name: <Since at={since} /> } as const] : []), ...choices]}
      value={publishing}
      onChange={choose}
      isFramed
    >
      {publishing === 'later' ? (
        <Controller
          control={control}
          name="published_at"
          render={({ field: { value, onChange, ref }, fieldState }) => (
            <div className="mt-2 grid items-start gap-4 sm:grid-cols-2">
              <DayField
                ref={ref}
                label="Date"
                value={value.day}
                onChange={(day) => onChange({ ...value, day })}
                error={fieldState.error?.message}
                hint={pastTimeWarning(watch(), before)}
              />
              <TimeField
                label={`Time (${zone})`}
                value={value.time}
                onChange={(time) => onChange({ ...value, time })}
              />
            </div>
          )}
        />
      ) : null}
      <End before={before} />
    </Radios>
  )
}

const choices = [
  { value: 'draft', name: 'Not yet (draft)' },
  { value: 'now', name: 'As soon as you save' },
  { value: 'later', name: 'From a set time' },
] as const

function Since({ at }: { at: string }) {
  return (
    <>
      Since <When at={at} /> (no change)
    </>
  )
}

/** The end. A day without a time gets its last minute; a time stays when the day changes. */
function End({ before }: Props) {
  const { control, watch } = useFormContext<ScheduleValues>()
  return (
    <Controller
      control={control}
      name="ends_at"
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <div className="mt-3 grid items-start gap-4 border-line border-t pt-4 sm:grid-cols-2">
          <DayField
            ref={ref}
            label="End date"
            value={value.day}
            onChange={(day) => onChange({ day, time: value.time || (day && LAST_MINUTE) })}
            error={fieldState.error?.message}
            hint={pastEndWarning(watch(), before) ?? (value.time && !value.day ? withoutDay : optional)}
          />
          <TimeField
            label={`End time (${zone})`}
            value={value.time}
            onChange={(time) => onChange({ ...value, time })}
          />
        </div>
      )}
    />
  )
}

const optional = "Optional. Members won't see it after this."
const withoutDay = 'Add an end date too, or the end time is ignored.'
