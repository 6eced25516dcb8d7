import { SEARCH_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 300

type Props = {
  label: string
  value: string
  onSearch: (text: string) => void
  className?: string
  hint?: string
  error?: string | undefined
}

/** A search that runs after a pause in typing. Its text follows the address bar. */
export function SearchField({ label, value, onSearch, className, hint, error }: Props) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [sentValues, setSentValues] = useState<string[]>([])
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  if (lastValue !== value) {
    setLastValue(value)
    // The address bar follows with a delay, so keep what was typed in between.
    setSentValues(sentValues.slice(sentValues.indexOf(value) + 1))
    if (!sentValues.includes(value)) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === lastValue) return
    const send = () => {
      setSentValues((before) => [...before, typed.trim()])
      latest.current(typed.trim())
    }
    const timer = setTimeout(send, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, lastValue])
  return (
    <Field
      label={label}
      type="search"
      value={typed}
      maxLength={SEARCH_MAX}
      hint={hint}
      error={error}
      onChange={(event) => setTyped(event.target.value)}
      leading={<Search aria-hidden="true" className="size-4" />}
      {...(className && { className })}
    />
  )
}
