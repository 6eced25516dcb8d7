import { SelectField } from '@stampus/ui/Field'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof SelectField>, 'children'> & {
  /** The first option may have an empty value, which means no choice. */
  options: { value: string; name: string }[]
}

/** A labelled select. Takes the props of react-hook-form's `register`. */
export function Select({ options, ...select }: Props) {
  return (
    <SelectField {...select}>
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
