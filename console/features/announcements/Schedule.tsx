import type { AdminAnnouncement } from '@stampus/contract/console/announcements'
import { instantOf, isRealDay, wallTimeIn } from '@stampus/contract/values/days'
import type { ComponentProps } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { When } from '../../shared/components/When.tsx'
import { DayField, TimeField } from '../../shared/forms/DateTimeFields.tsx'
import type { ValuesOf } from '../../shared/forms/fields.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { settings } from '../../shared/settings.ts'

/** When an announcement is shown: not yet, now, from a later time, or unchanged. */
export type Publishing = 'draft' | 'now' | 'later' | 'kept'

/**
 * A day `YYYY-MM-DD` and a time `HH:MM` in the campus's time zone; each is empty, or the typed text if it is invalid.
 */
type WallTime = { day: string; time: string }

const LAST_MINUTE = '23:59'

type Announcement = AdminAnnouncement | undefined

/** When members see it; a new announcement is a draft. Without an end date it has no end. */
export const schedule = {
  publishing: {
    from: (announcement: Announcement): Publishing => publishingOf[announcement?.state ?? 'draft'],
    send: (typed: Publishing) => typed,
  },
  published_at: {
    from: (announcement: Announcement) =>
      wallTime(announcement?.state === 'planned' ? announcement.published_at : null),
    send: instantTyped,
  },
  ends_at: {
    from: (announcement: Announcement) => wallTime(announcement?.ends_at ?? null),
    send: instantTyped,
  },
}
export type ScheduleValues = ValuesOf<typeof schedule>

function wallTime(at: string | null): WallTime {
  const [day = '', time = ''] = at ? wallTimeIn(settings.time_zone, new Date(at)).split('T') : []
  return { day, time }
}

const publishingOf = { draft: 'draft', planned: 'later', published: 'kept', ended: 'kept' } as const

/** The times as they are sent; `before` is the announcement as it was loaded. */
export function timesToSend(values: ScheduleValues, before: Announcement) {
  return { published_at: publishedAt(values, before), ends_at: endsAt(values, before) }
}

/** The date that members would see: that of the schedule, or else now. */
export function shownFrom(values: ScheduleValues, before: Announcement): string {
  const planned = publishedAt(values, before)
  return planned && planned !== 'now' ? planned : new Date().toISOString()
}

/** A warning about a time in the past, unless members see the announcement anyway. */
function pastTimeWarning(values: ScheduleValues, before: Announcement): string | undefined {
  const planned = values.publishing === 'later' && publishedAt(values, before)
  if (!planned || new Date(planned) > new Date() || before?.state === 'published') return undefined
  return 'This time has passed. Members will see the announcement as soon as you save.'
}

/** A warning about a new end in the past. */
function pastEndWarning(values: ScheduleValues, before: Announcement): string | undefined {
  const [from, to] = [publishedAt(values, before), endsAt(values, before)]
  if (!from || !to || new Date(to) > new Date() || endsBeforeStart(values, before)) return undefined
  if (before?.state === 'ended' && to === before.ends_at) return undefined
  return "This time has passed. Members won't see the announcement once you save."
}

/** What to confirm before saving times in the past. The server rejects an end before the start. */
export function confirmPastTimes(values: ScheduleValues, before: Announcement): string | undefined {
  if (endsBeforeStart(values, before)) return undefined
  return pastEndWarning(values, before) ?? pastTimeWarning(values, before)
}

function endsBeforeStart(values: ScheduleValues, before: Announcement): boolean {
  const [from, to] = [publishedAt(values, before), endsAt(values, before)]
  if (!from || !to) return false
  return new Date(to) <= (from === 'now' ? new Date() : new Date(from))
}

function publishedAt({ publishing, published_at: time }: ScheduleValues, before: Announcement): string | null {
  if (publishing === 'draft') return null
  if (publishing === 'now') return 'now'
  if (publishing === 'kept') return before?.published_at ?? null
  return instantTyped(time)
}

/** An unchanged end keeps its seconds. A day without a time ends at its last minute. */
function endsAt({ ends_at: typed }: ScheduleValues, before: Announcement): string | null {
  if (typed.day === '') return null
  const initial = wallTime(before?.ends_at ?? null)
  if (before?.ends_at && typed.day === initial.day && typed.time === initial.time) return before.ends_at
  return instantTyped({ ...typed, time: typed.time || LAST_MINUTE })
}

function instantTyped({ day, time }: WallTime): string {
  // The server rejects an invalid time with its own text.
  return isRealDay(day) && /^\d{2}:\d{2}$/.test(time) ? instantOf(day, time, settings.time_zone).toISOString() : ''
}

const zone = settings.time_zone.replaceAll('_', ' ')

export function Schedule({ before }: { before: Announcement }) {
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
          render={({ field, fieldState }) => (
            <Moment
              {...field}
              labels={['Date', 'Time']}
              error={fieldState.error?.message}
              hint={pastTimeWarning(watch(), before)}
              className="mt-2"
            />
          )}
        />
      ) : null}
      <Controller
        control={control}
        name="ends_at"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <Moment
            ref={ref}
            value={value}
            labels={['End date', 'End time']}
            // A day without a time gets its last minute; a time stays when the day changes.
            onChange={({ day, time }) =>
              onChange({ day, time: day === value.day ? time : time || (day && LAST_MINUTE) })
            }
            error={fieldState.error?.message}
            hint={pastEndWarning(watch(), before) ?? (value.time && !value.day ? withoutDay : optional)}
            className="mt-3 border-line border-t pt-4"
          />
        )}
      />
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

type MomentProps = Pick<ComponentProps<typeof DayField>, 'error' | 'hint' | 'ref'> & {
  labels: [day: string, time: string]
  value: WallTime
  onChange: (value: WallTime) => void
  className: string
}

function Moment({ labels: [day, time], value, onChange, className, ...field }: MomentProps) {
  return (
    <div className={`grid items-start gap-4 sm:grid-cols-2 ${className}`}>
      <DayField {...field} label={day} value={value.day} onChange={(typed) => onChange({ ...value, day: typed })} />
      <TimeField
        label={`${time} (${zone})`}
        value={value.time}
        onChange={(typed) => onChange({ ...value, time: typed })}
      />
    </div>
  )
}

const optional = "Optional. Members won't see it after this."
const withoutDay = 'Add an end date too, or the end time is ignored.'
