import type { KeptAnnouncement } from '@stampus/contract/consoleAnnouncements'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { settings } from '../app/settings.ts'
import { DayField } from '../parts/DayField.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { When } from '../parts/When.tsx'
import { type AnnouncementValues, type Publishing, pastTime } from './announcementValues.ts'

type Props = {
  form: UseFormReturn<AnnouncementValues>
  before: KeptAnnouncement | undefined
}

/** When members see it: the choice, and the time by the clock of the campus. */
export function Schedule({ form: { register, control, watch, clearErrors, formState }, before }: Props) {
  const publishing = register('publishing', { onChange: () => clearErrors('published_at') })
  const choice = (value: Publishing, words: ReactNode) => (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" value={value} {...publishing} className="size-5 shrink-0 accent-blue" />
      <span>{words}</span>
    </label>
  )
  return (
    <fieldset className="rounded-sheet border border-line p-4">
      <legend className="px-1 font-semibold">Members see it</legend>
      {before?.state === 'published' && before.published_at
        ? choice(
            'kept',
            <>
              since <When at={before.published_at} />, as it is
            </>,
          )
        : null}
      {choice('draft', 'not yet: it is a draft')}
      {choice('now', 'as soon as it is saved')}
      {choice('later', 'from a time on')}
      {watch('publishing') === 'later' ? (
        <Controller
          control={control}
          name="published_at"
          render={({ field: { value, onChange, ref } }) => {
            const [day = '', time = ''] = value.split('T')
            return (
              <div className="mt-2 grid items-start gap-4 sm:grid-cols-2">
                <DayField
                  ref={ref}
                  label="Day"
                  value={day}
                  onChange={(next) => onChange(`${next}T${time}`)}
                  error={formState.errors.published_at?.message}
                  hint={pastTime(watch(), before)}
                />
                <TimeField
                  label={`Time (${settings.time_zone.replaceAll('_', ' ')})`}
                  value={time}
                  onChange={(next) => onChange(`${day}T${next}`)}
                />
              </div>
            )
          }}
        />
      ) : null}
    </fieldset>
  )
}
