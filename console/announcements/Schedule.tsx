import type { KeptAnnouncement } from '@stampus/contract/consoleAnnouncements'
import { Field } from '@stampus/ui/Field'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { settings } from '../app/settings.ts'
import { When } from '../parts/When.tsx'
import { type AnnouncementValues, type Publishing, pastTime } from './announcementValues.ts'

type Props = {
  form: UseFormReturn<AnnouncementValues>
  before: KeptAnnouncement | undefined
}

/** When members see it: the choice, and the time by the clock of the campus. */
export function Schedule({ form: { register, watch, clearErrors, formState }, before }: Props) {
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
        <Field
          label={`Date and time (${settings.time_zone.replaceAll('_', ' ')})`}
          type="datetime-local"
          className="mt-2 max-w-72"
          error={formState.errors.published_at?.message}
          hint={pastTime(watch(), before)}
          {...register('published_at')}
        />
      ) : null}
    </fieldset>
  )
}
