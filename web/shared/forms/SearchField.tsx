import { SEARCH_DEBOUNCE_MS, SEARCH_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { Search } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

type Props = { search: string; onSearch: (text: string) => void; label: string; placeholder: string } & Pick<
  ComponentProps<typeof Field>,
  'ref' | 'error'
>

/** A search field. Searches half a second after the last key, or at once on Enter. */
export function SearchField({ search, onSearch, ...field }: Props) {
  const [typed, setTyped] = useState(search)
  const [searched, setSearched] = useState(search)
  const [seen, setSeen] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ownSearch = useRef<string>(undefined)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (search !== seen) {
    setSeen(search)
    if (search !== searched) setTyped(search)
  }
  const stopTimer = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const { key } = useLocation()
  // Navigating (to another category, for example) cancels a search that has not started. The navigation that the search
  // itself makes comes late, so more may have been typed by then: it must not cancel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a navigation cancels
  useEffect(() => {
    const isOwn = ownSearch.current === search
    ownSearch.current = undefined
    if (isOwn || timer.current === undefined) return
    stopTimer()
    setTyped(search)
  }, [key, search])
  const searchNow = (text: string) => {
    stopTimer()
    ownSearch.current = text.trim()
    setSearched(text.trim())
    onSearch(text.trim())
  }
  const type = (text: string) => {
    stopTimer()
    setTyped(text)
    timer.current = setTimeout(() => searchNow(text), SEARCH_DEBOUNCE_MS)
  }
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    searchNow(typed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once what the user typed before the scripts ran
  useEffect(() => {
    const early = frame.current?.querySelector('input')?.value ?? ''
    if (early !== typed) type(early)
  }, [])
  return (
    <search ref={frame}>
      <Field
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={searchOnEnter}
        leading={<Search aria-hidden="true" className="size-5" />}
        {...field}
      />
    </search>
  )
}
