import { type AdminCategory, list } from '@stampus/contract/console/categories'
import type { Source } from '../../shared/forms/Select.tsx'

/** All categories to choose from; `none` is the option for none. */
export const categories = (none: string): Source<AdminCategory> => ({ call: list, none, nameOf: ({ name }) => name })
