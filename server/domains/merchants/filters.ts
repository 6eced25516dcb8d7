import { containing } from '../../platform/db/sql.ts'
import { nameKey } from './names.ts'

/** What narrows the list; `search` is a part of the name, letter case and accents aside. */
export type MerchantFilter = {
  active: boolean | undefined
  categoryId: number | undefined
  search: string | undefined
}

type Conditions = { names: string[]; texts: string[]; values: (boolean | number | string)[] }

/** `$1` is the day, so the values begin with `$2`. */
export function conditionsOf({ active, categoryId, search }: MerchantFilter): Conditions {
  const conditions: Conditions = { names: [], texts: [], values: [] }
  const add = (name: string, text: (place: string) => string, value: boolean | number | string) => {
    conditions.names.push(name)
    conditions.values.push(value)
    conditions.texts.push(text(`$${conditions.values.length + 1}`))
  }
  if (active !== undefined) add('active', (place) => `m.is_active = ${place}`, active)
  if (categoryId !== undefined) add('category', (place) => `m.category_id = ${place}`, categoryId)
  if (search) add('search', (place) => `m.name_key LIKE ${place}`, containing(nameKey(search)))
  return conditions
}
