import { SEARCH_MAX } from '@stampus/contract/limits'
import { useSearchParams } from 'react-router'

export type MerchantFilter = { search?: string; category_id?: string }

/** The filter of the merchants list, as the address bar holds it. */
export function useMerchantFilter(): MerchantFilter & { searchFor: (text: string) => void; clear: () => void } {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.slice(0, SEARCH_MAX)
  const category = params.get('category_id') ?? ''
  const searchFor = (text: string) => setParams(text === '' ? withoutSearch : { search: text }, { replace: true })
  const clear = () => setParams({})
  const filter = { ...(search && { search }), ...(/^[1-9]\d{0,14}$/.test(category) && { category_id: category }) }
  return { ...filter, searchFor, clear }
}

/** The query of the same list under another category; a search stays. */
export function categoryQuery({ search }: MerchantFilter, category_id: number | undefined): string {
  const filter = { ...(search && { search }), ...(category_id && { category_id: String(category_id) }) }
  return `?${new URLSearchParams(filter)}`
}

function withoutSearch(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('search')
  return rest
}
