import { SEARCH_MAX } from '@stampus/contract/limits'
import { useHref, useLocation, useSearchParams } from 'react-router'

export type MerchantFilter = { search?: string; category_id?: string }

export function useMerchantFilter(): MerchantFilter & { searchFor: (text: string) => void; clear: () => void } {
  const [params, setParams] = useSearchParams()
  const here = useHref(useLocation().pathname)
  const searchFor = (text: string) => {
    // A late search must not navigate back if the user has followed a link meanwhile.
    if (window.location.pathname !== here) return
    setParams(text === '' ? withoutSearch : { search: text }, { replace: true })
  }
  const clear = () => setParams({})
  return { ...filterOf(params), searchFor, clear }
}

export function filterOf(params: URLSearchParams): MerchantFilter {
  const search = params.get('search')?.slice(0, SEARCH_MAX)
  const category = params.get('category_id') ?? ''
  return { ...(search && { search }), ...(/^[1-9]\d{0,14}$/.test(category) && { category_id: category }) }
}

/** Limits a filter to merchants that accept receipts. */
export const acceptingReceipts = (filter: MerchantFilter) => ({ is_active: '1' as const, ...filter })

export function categoryQuery({ search }: MerchantFilter, category_id: string | undefined): string {
  const filter = { ...(search && { search }), ...(category_id && { category_id }) }
  return `?${new URLSearchParams(filter)}`
}

function withoutSearch(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('search')
  return rest
}
