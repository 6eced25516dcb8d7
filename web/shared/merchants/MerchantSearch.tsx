import { SEARCH_DEBOUNCE_MS, SEARCH_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { Search } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import * as words from '#words'

type Props = { search: string; onSearch: (text: string) => void; label?: string } & Pick<
  ComponentProps<typeof Field>,
  'ref' | 'error'
>

/** The name search: asked half a second after the last key (S-9.04), or at once on Enter. */
export function MerchantSearch({ search, onSearch, label = words.merchantsSearchLabel, ...field }: Props) {
  const [typed, setTyped] = useState(search)
  const [asked, setAsked] = useState(search)
  const [seen, setSeen] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const awaited = useRef<string>(undefined)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (search !== seen) {
    setSeen(search)
    if (search !== asked) setTyped(search)
  }
  const stopTimer = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const { key } = useLocation()
  // A chosen category, or any other step to another address, cancels what was typed and not searched yet. The search's own step
  // comes late, so that more may have been typed by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step to another address cancels
  useEffect(() => {
    const isOwn = awaited.current === search
    awaited.current = undefined
    if (isOwn || timer.current === undefined) return
    stopTimer()
    setTyped(search)
  }, [key, search])
  const ask = (text: string) => {
    stopTimer()
    awaited.current = text.trim()
    setAsked(text.trim())
    onSearch(text.trim())
  }
  const type = (text: string) => {
    stopTimer()
    setTyped(text)
    timer.current = setTimeout(() => ask(text), SEARCH_DEBOUNCE_MS)
  }
  const askOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    ask(typed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the scripts had come is typed once
  useEffect(() => {
    const early = frame.current?.querySelector('input')?.value ?? ''
    if (early !== typed) type(early)
  }, [])
  return (
    <search ref={frame}>
      <Field
        label={label}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={words.merchantsSearchPlaceholder}
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={askOnEnter}
        leading={<Search aria-hidden="true" className="size-5" />}
        {...field}
      />
    </search>
  )
}
