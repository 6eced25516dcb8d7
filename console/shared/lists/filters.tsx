import { Field } from '@stampus/ui/Field'
import type { ReactNode } from 'react'
import type { States } from '../components/Badge.tsx'
import { DayField } from '../forms/DateTimeFields.tsx'
import { MerchantFilter } from '../forms/MerchantField.tsx'
import { SearchField } from '../forms/SearchField.tsx'
import { LoadedSelect, type Option, optionsOf, Select, type Source } from '../forms/Select.tsx'
import { stateNames } from '../labels/labels.ts'

export type FilterValues = Partial<Record<string, string>>

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

/** The same filter without a check of its own: the server says what is wrong. */
export const unchecked = ({ Control }: Filter): Filter => ({ ...(Control && { Control }) })

/** A text to search for. */
export function search(label: string, more: { hint?: string; className?: string } = {}): Filter {
  return {
    Control: ({ value, onChange, error }) => (
      <SearchField label={label} value={value} onSearch={onChange} error={error} {...more} />
    ),
  }
}

/** One of several options; the first is for all. Another value in the address bar is left out. */
export function options(label: string, all: Option[], className = ''): Filter {
  return {
    read: (given) => all.find(({ value }) => value === given)?.value ?? '',
    Control: ({ value, onChange, error }) => (
      <Select
        label={label}
        options={all}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={error}
        className={className}
      />
    ),
  }
}

/** One of the states of a kind of record. */
export function stateFilter(states: States<string>): Filter {
  return options('Status', optionsOf('All statuses', stateNames(states)))
}

/** A record of another kind. */
export function recordFilter<Row extends { id: number }>(label: string, source: Source<Row>): Filter {
  return {
    Control: ({ value, onChange, error }) => (
      <LoadedSelect
        label={label}
        source={source}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
    ),
  }
}

export function dayFilter(label: string, className?: string): Filter {
  return {
    Control: ({ value, onChange, error }) => (
      <div className={className}>
        <DayField {...{ label, value, onChange, error }} />
      </div>
    ),
  }
}

/** A month, `YYYY-MM`. */
export function monthFilter(label: string): Filter {
  return {
    Control: ({ value, onChange, error }) => (
      <Field label={label} type="month" value={value} onChange={({ target }) => onChange(target.value)} error={error} />
    ),
  }
}

const onlyId = (given: string) => (/^\d{1,15}$/.test(given) ? given : '')

/** A merchant, searched by name. */
export const merchantFilter: Filter = {
  read: onlyId,
  Control: ({ value, onChange, error }) => <MerchantFilter id={value} onChange={onChange} error={error} />,
}

/** The number of a record, which only links set. */
export const linkedId: Filter = { read: onlyId }
