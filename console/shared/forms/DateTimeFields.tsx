import { Field } from '@stampus/ui/Field'
import { CalendarDays } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { formatDay, parseDay, parseTime } from '../dates.ts'
import { showToast } from '../toasts.ts'

type DayFieldProps = {
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
export function DayField({ label, value = '', onChange, error, hint, ref }: DayFieldProps) {
  const typed = useParsedInput(value, onChange, { read: parseDay, show: formatDay })
  const isDay = parseDay(value) === value
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
      showToast('This browser cannot open its calendar here. Type the date as DD/MM/YYYY.', 'error')
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

type TimeFieldProps = { label: string; value: string; onChange: (time: string) => void; error?: string | undefined }

/** A time of day on the 24-hour clock, `HH:MM`, whatever the browser's language. */
export function TimeField({ label, value, onChange, error }: TimeFieldProps) {
  const typed = useParsedInput(value, onChange, { read: parseTime, show: (time) => time })
  return <Field {...typed} label={label} placeholder="HH:MM" autoComplete="off" maxLength={20} error={error} />
}

type Reading = {
  /** The value of a text, or undefined where the text has none. */
  read: (text: string) => string | undefined
  /** A value as it is shown in the field. */
  show: (value: string) => string
}

/**
 * The props of a text field for a value that is shown in another form than it is sent. A complete value goes to
 * `onChange` at once. Text that cannot be read goes there unchanged on blur or Enter, so that the form or server refuses it.
 */
function useParsedInput(value: string, onChange: (value: string) => void, { read, show }: Reading) {
  const [text, setText] = useState(() => show(value))
  const [before, setBefore] = useState(value)
  const [given, setGiven] = useState(value)
  if (value !== before) {
    setBefore(value)
    // Changed from outside, as by clearing the filters.
    if (value !== given) {
      setGiven(value)
      setText(show(value))
    }
  }
  const give = (next: string) => {
    setGiven(next)
    if (next !== value) onChange(next)
  }
  const finish = () => {
    const found = read(text)
    if (found !== undefined) setText(show(found))
    give(found ?? text.trim())
  }
  return {
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setText(target.value)
      const found = target.value.trim() === '' ? '' : read(target.value)
      if (found !== undefined) give(found)
    },
    onBlur: finish,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && finish(),
  }
}
