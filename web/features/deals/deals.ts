import { list } from '@stampus/contract/deals'
import { useEndless } from '../../shared/api/endless.ts'

/** The running deals, page after page. The list and one deal's page share them. */
export function useDeals() {
  return useEndless(list, {})
}
