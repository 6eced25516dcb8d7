import type { EndpointWith } from '@stampus/contract/endpoint'
import { SelectField } from '@stampus/ui/forms/SelectField'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { q } from '../api/queries.ts'

/** An empty value means no choice. */
export type Option<Value extends string = string> = { value: Value; name: string }

type Props = Omit<ComponentProps<typeof SelectField>, 'children' | 'onChange'> & {
  options: readonly Option[]
  onChange: (value: string) => void
}

export function Select({ options, onChange, ...select }: Props) {
  return (
    <SelectField {...select} onChange={({ target }) => onChange(target.value)}>
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The options of labels by value, after one for no choice. */
export function optionsOf(none: string, labels: Readonly<Record<string, string>>): Option[] {
  return [{ value: '', name: none }, ...Object.entries(labels).map(([value, name]) => ({ value, name }))]
}

/** The records of a list as options. */
export type Source<Row> = {
  call: EndpointWith<Record<string, never>, { data: Row[] }>
  none: string
  nameOf: (row: Row, rows: Row[]) => string
  /** The kind of a record, such as "Reward": one that is not in the list is shown as its number. */
  kind?: string
}

type LoadedProps<Row> = Omit<Props, 'options'> & { source: Source<Row>; value: string }

export function LoadedSelect<Row extends { id: number }>({ source, ...select }: LoadedProps<Row>) {
  const { call, none, nameOf, kind } = source
  const { value } = select
  const { data, isLoadingError, error } = useQuery(q(call, {}))
  const rows = data?.data ?? []
  const known = rows.map((row) => ({ value: String(row.id), name: nameOf(row, rows) }))
  const isOther = kind && value && known.every((one) => one.value !== value)
  const other = isOther ? [{ value, name: `${kind} ${value}` }] : []
  const options = [{ value: '', name: none }, ...known, ...other]
  const failure = isLoadingError ? error.message : undefined
  // A select forgets a value whose option comes later.
  return <Select key={rows.length} {...select} error={select.error ?? failure} options={options} />
}
