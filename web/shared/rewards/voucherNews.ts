import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** The state of the address that a claim leads to. */
export const justClaimed = { isClaimed: true }

/** How a voucher has become ready, if that has just happened: by its claim, or because the counter took it back. */
export type VoucherNews = 'claimed' | 'takenBack'

/** Undefined at the first render, so that screen readers announce the news in a region that they know. */
export function useVoucherNews(id: string, state: VoucherState | undefined): VoucherNews | undefined {
  const { state: given } = useLocation()
  const isClaimed = Boolean((given as Partial<typeof justClaimed> | null)?.isClaimed)
  const before = useRef({ id, state })
  const [news, setNews] = useState<VoucherNews>()
  useEffect(() => {
    const wasUsed = before.current.id === id && before.current.state === 'used'
    before.current = { id, state }
    if (state !== 'ready') setNews(undefined)
    else setNews(wasUsed ? 'takenBack' : isClaimed ? 'claimed' : undefined)
  }, [id, state, isClaimed])
  return news
}
