import { Button } from '@stampus/ui/Button'
import { useHref, useLocation, useSearchParams } from 'react-router'
import type { Filter, FilterValues } from './filters.tsx'
import { pageParam } from './Pager.tsx'

type Filters<Name extends string> = {
  /** The filters and the page in the address bar. */
  values: Partial<Record<Name, string>> & { page: number }
  /** Changes filters in the address bar; an empty value removes one. The list starts at page 1 again. */
  change: (changes: Partial<Record<Name, string>>) => void
  clear: () => void
  isFiltered: boolean
}

/** The filters of a list, kept in the address bar for reloads, the back button and other tabs. */
export function useFilters<const Name extends string>(...names: Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const here = useHref(useLocation().pathname)
  const set = names.filter((name) => params.get(name))
  const values = Object.fromEntries(set.map((name) => [name, params.get(name)])) as Partial<Record<Name, string>>
  const change = (changes: Partial<Record<Name, string>>) => {
    // A delayed search must not undo a navigation that is still loading the next page.
    if (window.location.pathname !== here) return
    // Read from the address bar: after a quick second change the last render does not know the first yet.
    const next = new URLSearchParams(window.location.search)
    next.delete('page')
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true })
  }
  return {
    values: { ...values, page: pageParam(params) },
    change,
    clear: () => setParams({}),
    isFiltered: set.length > 0,
  }
}

/** The filters of a list, also as they are sent: what cannot be a value is empty there. */
export function useCheckedFilters(filters: Readonly<Record<string, Filter>>) {
  const { values, ...rest } = useFilters(...Object.keys(filters))
  const given = (name: string) => values[name] ?? ''
  const checked = Object.entries(filters).map(([name, { read = String }]) => [name, read(given(name))])
  const sent: FilterValues = Object.fromEntries(checked)
  return { ...rest, values, sent, page: values.page }
}

/** Clears all filters. It disappears with them, and the page's heading gets the focus. */
export function ClearFilters({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return null
  return (
    <Button look="quiet" onClick={onClear} className="justify-self-start">
      Clear filters
    </Button>
  )
}
