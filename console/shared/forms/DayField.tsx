import { Field } from '@stampus/ui/Field'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { dayTyped, shownDay } from '../dates.ts'
import { say } from '../toasts.ts'
import { useTypedText } from './typedText.ts'

type Props = {
  label: string
  /** `YYYY-MM-DD`, or what was typed where it is no day; empty for none. */
  value: string | undefined
  /** Gets the day as soon as it is complete, and anything else when the field is left. */
  onChange: (day: string) => void
  error?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/**
 * A day, typed and shown as day/month/year. The browser's own date field would follow the browser's language; only its
 * calendar is used.
 */
export function DayField({ label, value = '', onChange, error, hint, ref }: Props) {
  const typed = useTypedText(value, onChange, { read: dayTyped, show: shownDay })
  const isDay = dayTyped(value) === value
  return (
    <Field
      {...typed}
      ref={ref}
      label={label}
      placeholder="DD/MM/YYYY"
      autoComplete="off"
      maxLength={40}
      error={error}
      hint={hint}
      trailing={<CalendarButton label={label} value={isDay ? value : ''} onChoose={onChange} />}
    />
  )
}

type CalendarProps = { label: string; value: string; onChoose: (day: string) => void }

function CalendarButton({ label, value, onChoose }: CalendarProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const open = () => {
    try {
      calendar.current?.showPicker()
    } catch {
      // An older browser has no such method, and a page inside a frame may not call it.
      say('This browser cannot open its calendar here. Type the date as DD/MM/YYYY.', 'error')
    }
  }
  return (
    <span className="relative shrink-0">
      <button
        type="button"
        aria-label={`Open the calendar: ${label}`}
        onClick={open}
        className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
      >
        <CalendarDays aria-hidden="true" className="size-4" />
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </span>
  )
}
