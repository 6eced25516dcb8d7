import { list, type Submission } from '@stampus/contract/submissions'
import { show as wallet } from '@stampus/contract/wallet'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Whether the decision came while the member was looking. Then the history and the stamps are asked for again. */
export function useDecisionNews({ status }: Submission): boolean {
  const [before] = useState(status)
  const queries = useQueryClient()
  const news = status !== before
  useEffect(() => {
    if (!news) return
    void queries.invalidateQueries({ queryKey: [list.access, list.path] })
    void queries.invalidateQueries({ queryKey: [wallet.access, wallet.path] })
  }, [news, queries])
  return news
}
