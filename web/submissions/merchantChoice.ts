import { list as merchants } from '@stampus/contract/merchants'
import { list as submissions } from '@stampus/contract/submissions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../app/api.ts'

export type Choice = { id: number; name: string; address: string }

const SHOWN = 6

/** The merchants to choose from: those a search finds, else the member's latest ones, else the first of all. */
export function useMerchantChoices(search: string) {
  const recent = useQuery(q(submissions, {}))
  const latest = latestMerchants(recent.data?.data)
  const asked = search !== '' || (!recent.isPending && latest.length === 0)
  const found = useQuery({
    ...q(merchants, { is_active: '1', search }),
    enabled: asked,
    placeholderData: keepPreviousData,
  })
  return {
    recent: !asked,
    choices: asked ? found.data?.data.slice(0, SHOWN) : latest.slice(0, SHOWN),
    failed: asked && found.isError,
    retry: () => void found.refetch(),
    waiting: recent.isPending || (asked && found.isFetching),
  }
}

/** Only servers that name a submission's merchant by id have them. */
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
