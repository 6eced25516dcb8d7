import type { Meta } from '@stampus/contract/fields'
import { PAGE_SIZE } from '@stampus/contract/limits'

/** What a public list says about itself (D-34): its page from 1, and how many rows and pages there are in all. */
export function countedMeta(page: number, total: number): Meta {
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE))
  return { current_page: page, per_page: PAGE_SIZE, has_more: page < lastPage, last_page: lastPage, total }
}
