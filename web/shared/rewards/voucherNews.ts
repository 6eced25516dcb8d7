import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { useEffect, useRef, useState } from 'react'

let claimed: string | undefined

/** Call this before the page of a voucher that was just claimed opens. */
export function noteClaim(id: number): void {
  claimed = String(id)
}

/** How a voucher has become ready, if that has just happened: by its claim, or because the counter took it back. */
export type VoucherNews = 'claimed' | 'takenBack'

/** Undefined at the first render, so that screen readers announce the news in a region that they know. */
export function useVoucherNews(id: string, state: VoucherState | undefined): VoucherNews | undefined {
  const before = useRef({ id, state })
  const [news, setNews] = useState<VoucherNews>()
  useEffect(() => {
    const isSame = before.current.id === id
    const wasUsed = isSame && before.current.state === 'used'
    before.current = { id, state }
    if (state !== 'ready' || !isSame) setNews(undefined)
    if (state !== 'ready') return
    if (wasUsed) setNews('takenBack')
    if (claimed === id) setNews('claimed')
    claimed = undefined
  }, [id, state])
  return news
}
