import { Button } from '@stampus/ui/Button'
import { useHref, useLocation, useSearchParams } from 'react-router'
import { pageParam } from './Pager.tsx'

type Filters<Name extends string> = {
  /** What the address bar holds under these names, and the page. */
  given: Partial<Record<Name, string>> & { page: number }
  /** Changes filters in place of the address; an empty value takes one away. The list begins at page 1 again. */
  change: (changes: Partial<Record<Name, string>>) => void
  clear: () => void
  /** Whether any filter is set. */
  isFiltered: boolean
}

/** The filters of a list, kept in the address bar so that a reload, the way back and another tab show the same. */
export function useFilters<const Name extends string>(...names: Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const here = useHref(useLocation().pathname)
  const set = names.filter((name) => params.get(name))
  const given = Object.fromEntries(set.map((name) => [name, params.get(name)])) as Partial<Record<Name, string>>
  const change = (changes: Partial<Record<Name, string>>) => {
    // A search that begins late must not call back who has observable a link, while the next page is still coming.
    if (window.location.pathname !== here) return
    const next = new URLSearchParams(params)
    next.delete('page')
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true })
  }
  return {
    given: { ...given, page: pageParam(params) },
    change,
    clear: () => setParams({}),
    isFiltered: set.length > 0,
  }
}

/** The way out of all filters, while any is set. It goes with them; the heading of the page takes its focus. */
export function ClearFilters({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return null
  return (
    <Button look="quiet" onClick={onClear} className="justify-self-start">
      Clear filters
    </Button>
  )
}
