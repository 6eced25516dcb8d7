import { SEARCH_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const SETTLED_MS = 300

type Props = {
  label: string
  value: string
  onSearch: (text: string) => void
  className?: string
  error?: string | undefined
}

/** A search that runs after a pause in typing. Its text follows the address bar. */
export function SearchField({ label, value, onSearch, className, error }: Props) {
  const [typed, setTyped] = useState(value)
  const [held, setHeld] = useState(value)
  const [sent, setSent] = useState<string[]>([])
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  if (held !== value) {
    setHeld(value)
    // The address bar follows with a delay, so keep what was typed in between.
    setSent(sent.slice(sent.indexOf(value) + 1))
    if (!sent.includes(value)) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === held) return
    const send = () => {
      setSent((before) => [...before, typed.trim()])
      latest.current(typed.trim())
    }
    const settled = setTimeout(send, SETTLED_MS)
    return () => clearTimeout(settled)
  }, [typed, held])
  return (
    <Field
      label={label}
      type="search"
      value={typed}
      maxLength={SEARCH_MAX}
      error={error}
      onChange={(event) => setTyped(event.target.value)}
      leading={<Search aria-hidden="true" className="size-4" />}
      {...(className && { className })}
    />
  )
}
