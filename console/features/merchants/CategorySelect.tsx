import { list } from '@stampus/contract/console/categories'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { q } from '../../shared/api/queries.ts'
import { Select } from '../../shared/forms/Select.tsx'

type Props = Omit<ComponentProps<typeof Select>, 'label' | 'options'> & {
  /** The option for no choice. */
  none?: string
}

export function CategorySelect({ none = 'Choose a category', ...choice }: Props) {
  const { data } = useQuery(q(list, {}))
  const categories = data?.data ?? []
  const options = categories.map(({ id, name }) => ({ value: String(id), name }))
  return (
    <Select key={categories.length} label="Category" options={[{ value: '', name: none }, ...options]} {...choice} />
  )
}
