import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { fieldError } from '@stampus/ui/fieldErrors'
import type { ReactNode } from 'react'
import { useHref, useLocation, useSearchParams } from 'react-router'
import type { States } from '../components/Badge.tsx'
import { DayField } from '../forms/DateTimeFields.tsx'
import { MerchantFilter } from '../forms/MerchantField.tsx'
import { SearchField } from '../forms/SearchField.tsx'
import { LoadedSelect, type Option, optionsOf, Select, type Source } from '../forms/Select.tsx'
import { stateNames } from '../labels/labels.ts'
import { pageParam } from './DataTable.tsx'

type FilterValues<Name extends string = string> = Partial<Record<Name, string>>

/** What a list gives to the field of a filter. */
export type FilterProps = {
  /** Empty without a choice. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** All filters, their errors, and how to change several at once. */
  values: FilterValues
  errorOf: (name: string) => string | undefined
  change: (changes: FilterValues) => void
}

/** A filter of a list, kept in the address bar. */
export type Filter = {
  /** What is sent for the text in the address bar: empty if it cannot be one. Without it, the server checks. */
  read?: (given: string) => string
  /** Its field; absent if only links set the filter. */
  Control?: (props: FilterProps) => ReactNode
}

type Filters = Readonly<Record<string, Filter>>
type More = { hint?: string; className?: string }

/** The same filter without a check of its own: the server says what is wrong. */
export const unchecked = ({ Control }: Filter): Filter => ({ ...(Control && { Control }) })

export const search = (label: string, more: More = {}): Filter => ({
  Control: ({ value, onChange, error }) => (
    <SearchField label={label} value={value} error={error} onSearch={onChange} {...more} />
  ),
})

/** One of several options; the first is for all. Another value in the address bar is left out. */
export const options = (label: string, all: Option[], className = ''): Filter => ({
  read: (given) => all.find(({ value }) => value === given)?.value ?? '',
  Control: ({ value, onChange, error }) => (
    <Select options={all} label={label} value={value} onChange={onChange} error={error} className={className} />
  ),
})

export const stateFilter = (states: States<string>) => options('Status', optionsOf('All statuses', stateNames(states)))

export const recordFilter = <Row extends { id: number }>(label: string, source: Source<Row>): Filter => ({
  Control: ({ value, onChange, error }) => (
    <LoadedSelect label={label} source={source} value={value} onChange={onChange} error={error} />
  ),
})

export const dayFilter = (label: string, className?: string): Filter => ({
  Control: ({ value, onChange, error }) => (
    <div className={className}>
      <DayField label={label} value={value} onChange={onChange} error={error} />
    </div>
  ),
})

/** A month, `YYYY-MM`. */
export const monthFilter = (label: string): Filter => ({
  Control: ({ value, onChange, error }) => (
    <Field type="month" label={label} value={value} error={error} onChange={({ target }) => onChange(target.value)} />
  ),
})

const onlyId = (given: string) => (/^\d{1,15}$/.test(given) ? given : '')

/** A merchant, searched by name. */
export const merchantFilter: Filter = {
  read: onlyId,
  Control: ({ value, onChange, error }) => <MerchantFilter id={value} onChange={onChange} error={error} />,
}

/** The number of a record, which only links set. */
export const linkedId: Filter = { read: onlyId }

/** The filters of a list, kept in the address bar for reloads, the back button and other tabs, with its page. */
export function useFilters<const Name extends string>(...names: Name[]) {
  const [params, setParams] = useSearchParams()
  const here = useHref(useLocation().pathname)
  const set = names.filter((name) => params.get(name))
  const values = Object.fromEntries(set.map((name) => [name, params.get(name)])) as FilterValues<Name>
  /** Changes filters; an empty value removes one. The list starts at page 1 again. */
  const change = (changes: FilterValues<Name>) => {
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
  return { values, page: pageParam(params), change, clear: () => setParams({}), isFiltered: set.length > 0 }
}

/** The filters of a list, also as they are sent: what cannot be a value is empty there. */
export function useCheckedFilters(filters: Filters) {
  const found = useFilters(...Object.keys(filters))
  const checked = Object.entries(filters).map(([name, { read = String }]) => [name, read(found.values[name] ?? '')])
  return { ...found, sent: Object.fromEntries(checked) as FilterValues }
}

type FieldsProps = {
  filters: Filters
  values: FilterValues
  change: (changes: FilterValues) => void
  /** The last error of the list; field errors show under their fields. */
  error: Error | null
  /** The layout of the fields; by default in one row of equal columns. */
  layout?: string | undefined
  children?: ReactNode
}

export function FilterFields({ filters, values, change, error, layout, children }: FieldsProps) {
  const shown = Object.entries(filters).flatMap(([name, { Control }]) => (Control ? [{ name, Control }] : []))
  if (shown.length === 0) return null
  const errorOf = (name: string) => fieldError(error, name)
  return (
    <search className={layout ?? layouts[shown.length]}>
      {shown.map(({ name, Control }) => (
        <Control
          key={name}
          value={values[name] ?? ''}
          onChange={(value) => change({ [name]: value })}
          error={errorOf(name)}
          values={values}
          change={change}
          errorOf={errorOf}
        />
      ))}
      {children}
    </search>
  )
}

const layouts: Readonly<Record<number, string>> = {
  1: 'max-w-72',
  2: 'grid items-start gap-3 sm:grid-cols-2',
  3: 'grid items-start gap-3 sm:grid-cols-3',
  4: 'grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4',
}

/** Clears all filters. It disappears with them, and the page's heading gets the focus. */
export function ClearFilters({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (!isFiltered) return null
  return (
    <Button look="quiet" onClick={clear} className="justify-self-start">
      Clear filters
    </Button>
  )
}
