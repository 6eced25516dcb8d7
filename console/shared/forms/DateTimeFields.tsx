import { Field } from '@stampus/ui/Field'
import { CalendarDays } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { formatDay, parseDay, parseTime } from '../dates.ts'
import { showToast } from '../toasts.ts'

type DayFieldProps = {
  label: string
  /** `YYYY-MM-DD`, the typed text if it is not a day, or empty. */
  value: string | undefined
  /** Called as soon as the day is complete, and with any other text on blur. */
  onChange: (day: string) => void
  error?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A day, typed as day/month/year. The browser's date field would follow its language: only its calendar is used. */
export function DayField({ label, value = '', onChange, error, hint, ref }: DayFieldProps) {
  const typed = useParsedInput(value, onChange, { parse: parseDay, format: formatDay })
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
      // Older browsers lack this method, and a page inside a frame may not call it.
      showToast("Your browser can't open its calendar here. Type the date as DD/MM/YYYY.", 'error')
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

/** A time of day on the 24-hour clock, `HH:MM`, in every browser language. */
export function TimeField({ label, value, onChange, error }: TimeFieldProps) {
  const typed = useParsedInput(value, onChange, { parse: parseTime, format: (time) => time })
  return <Field {...typed} label={label} placeholder="HH:MM" autoComplete="off" maxLength={20} error={error} />
}

type TextFormat = {
  /** The value of a text; undefined if it is invalid. */
  parse: (text: string) => string | undefined
  format: (value: string) => string
}

/** Props of a field whose value has another format on screen. Invalid text is the value on blur or Enter, to be rejected. */
function useParsedInput(value: string, onChange: (value: string) => void, { parse, format }: TextFormat) {
  const [text, setText] = useState(() => format(value))
  const [before, setBefore] = useState(value)
  const [reported, setGiven] = useState(value)
  if (value !== before) {
    setBefore(value)
    // The value changed from outside, for example by clearing the filters.
    if (value !== reported) {
      setGiven(value)
      setText(format(value))
    }
  }
  const report = (next: string) => {
    setGiven(next)
    if (next !== value) onChange(next)
  }
  const finish = () => {
    const parsed = parse(text)
    if (parsed !== undefined) setText(format(parsed))
    report(parsed ?? text.trim())
  }
  return {
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setText(target.value)
      const parsed = target.value.trim() === '' ? '' : parse(target.value)
      if (parsed !== undefined) report(parsed)
    },
    onBlur: finish,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && finish(),
  }
}
