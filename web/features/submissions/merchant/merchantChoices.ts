import { type Merchant, list as merchants } from '@stampus/contract/merchants'
import { list as submissions } from '@stampus/contract/submissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../shared/api/api.ts'
import { useEndlessList } from '../../../shared/api/endless.ts'
import { acceptingReceipts } from '../../../shared/merchants/merchantFilter.ts'

/** The rules are only known for merchants that a search has found. */
export type Choice = Pick<Merchant, 'id' | 'name' | 'address' | 'minimum_spend' | 'receipts_per_day'>

const SHOWN = 6

/**
 * The merchants to choose from: search results, otherwise the member's latest merchants, otherwise all. Six at first;
 * `more` shows more. `choices` is undefined while loading.
 */
export function useMerchantChoices(search: string) {
  const recent = useQuery(q(submissions, {}))
  const latest = latestMerchants(recent.data?.data)
  const usesSearch = search !== '' || (!recent.isPending && latest.length === 0)
  const found = useEndlessList(merchants, acceptingReceipts({ search }), { enabled: usesSearch })
  const [wanted, setWanted] = useState({ search, count: SHOWN })
  const count = wanted.search === search ? wanted.count : SHOWN
  const rows: Choice[] = usesSearch ? found.rows : latest
  const known = usesSearch ? found.data && !(found.isPlaceholderData && rows.length === 0) : !recent.isPending
  const more = () => {
    setWanted({ search, count: count + SHOWN })
    if (usesSearch && found.hasNextPage && rows.length < count + SHOWN) void found.fetchNextPage()
  }
  return {
    recent: !usesSearch,
    choices: known ? rows.slice(0, count) : undefined,
    more: rows.length > count || (usesSearch && found.hasNextPage) ? more : undefined,
    failed: usesSearch && (found.isLoadingError || found.isFetchNextPageError),
    retry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
    waiting: usesSearch ? found.isFetching : recent.isPending,
  }
}

/** Empty on servers that do not return the merchant's id with a submission. */
function latestMerchants(
  sent: { merchant: { id?: number | undefined; name: string; address: string } }[] = [],
): Choice[] {
  const byId = new Map<number, Choice>()
  for (const { merchant } of sent) {
    const { id, name, address } = merchant
    if (id !== undefined && !byId.has(id)) byId.set(id, { id, name, address })
  }
  return [...byId.values()]
}
