import type { AdminAnnouncement } from '@stampus/contract/console/announcements'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { When } from '../../shared/components/When.tsx'
import { DayField, TimeField } from '../../shared/forms/DateTimeFields.tsx'
import { settings } from '../../shared/settings.ts'
import {
  type AnnouncementValues,
  LAST_MINUTE,
  type Publishing,
  pastEndWarning,
  pastTimeWarning,
} from './announcementValues.ts'

type Props = {
  form: UseFormReturn<AnnouncementValues>
  before: AdminAnnouncement | undefined
}

const zone = settings.time_zone.replaceAll('_', ' ')

/** When members see the announcement, in the campus's time. */
export function Schedule({ form, before }: Props) {
  const { register, control, watch, clearErrors } = form
  const publishing = register('publishing', { onChange: () => clearErrors('published_at') })
  const choice = (value: Publishing, label: ReactNode) => (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" value={value} {...publishing} className="size-5 shrink-0 accent-blue" />
      <span>{label}</span>
    </label>
  )
  return (
    <fieldset className="rounded-sheet border border-line p-4">
      <legend className="px-1 font-semibold">Visible to members</legend>
      {(before?.state === 'published' || before?.state === 'ended') && before.published_at
        ? choice(
            'kept',
            <>
              Since <When at={before.published_at} /> (no change)
            </>,
          )
        : null}
      {choice('draft', 'Not yet (draft)')}
      {choice('now', 'As soon as you save')}
      {choice('later', 'From a set time')}
      {watch('publishing') === 'later' ? (
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
      <End form={form} before={before} />
    </fieldset>
  )
}

/** The end. A day without a time gets its last minute; a time stays when the day changes. */
function End({ form: { control, watch }, before }: Props) {
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
