import type { AnswerOf } from '@stampus/contract/endpoint'
import { TAKE_BACK_MS } from '@stampus/contract/limits'
import { openKey, show, type Voucher, type VoucherState } from '@stampus/contract/rewards/vouchers'
import { useNetworkReturn } from '@stampus/ui/browser/useNetworkReturn'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, q } from '../../shared/api/api.ts'
import { isMissing } from '../../shared/api/CallError.ts'
import { isInDoubt, useConnection } from '../../shared/api/connection.ts'
import type { ItemState } from '../../shared/api/endless.ts'
import { refetchRewards } from '../../shared/rewards/rewards.ts'
import { withBrowserLock } from '../../shared/storage/browserLock.ts'
import { measureServerClock, serverNow, useToday } from '../../shared/storage/serverClock.ts'
import { useSession } from '../../shared/storage/session.ts'
import {
  findOpenedVoucher,
  forgetOpenedVoucher,
  keepOpenedVoucher,
  type OpenedVoucher,
  takeClaim,
  useOpenedVoucher,
} from '../../shared/storage/voucherKeys.ts'

/** A hand-over shows within three seconds, on a slow network too. */
const POLL_MS = 2000
/** So long after a hand-over the counter may have taken it back, with room for a slow network. */
const MAY_CHANGE_MS = TAKE_BACK_MS + 15_000
/** So long a tab waits for another one that opens the same voucher on a slow network. */
const TURN_MS = 20_000

/** A voucher, followed while the page is visible. Without a network, the one that was opened on this device. */
export function useVoucher(id: string) {
  const queries = useQueryClient()
  const isOffline = useConnection(isInDoubt)
  const opened = useOpenedVoucher(id)
  const query = useQuery({
    ...voucherQuery(id),
    refetchInterval: ({ state }) => (!isOffline && mayChange(state.data?.data) ? POLL_MS : false),
  })
  const isGone = isMissing(query.error, !query.data && !opened)
  const answered = isGone ? undefined : query.data?.data
  const voucher = answered ?? (isGone ? undefined : opened?.voucher)
  const today = useToday()
  const shown = voucher && withExpiry(voucher, today)
  useEffect(() => {
    // A hand-over that was taken back, which this page may not have seen, ended the code of this device.
    const isOpenNowhere = answered && !answered.is_open_here && answered.is_open_elsewhere === false
    if (isGone) forgetOpenedVoucher(id)
    else if (answered && (answered.state !== 'ready' || isOpenNowhere)) forgetOpenedVoucher(id, answered.now)
  }, [answered, isGone, id])
  const before = useRef(answered?.state)
  useEffect(() => {
    if (!answered) return
    if (before.current && before.current !== answered.state) refetchRewards(queries)
    before.current = answered.state
  }, [queries, answered])
  const isElsewhere = Boolean(opened && answered?.is_open_elsewhere)
  const state = shown ? 'found' : isGone ? 'missing' : query.isPending ? 'searching' : 'failed'
  const { isFetching, refetch } = query
  const item: ItemState<Voucher> = { row: shown, state, isFetching, refetch }
  return { item, opened, isElsewhere }
}

function voucherQuery(id: string) {
  return {
    ...q(show, { id }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const noteTime = measureServerClock()
      const answer = await call(show, { id }, { signal })
      noteTime(answer.data.now)
      return answer
    },
    staleTime: 0,
  }
}

/** Fetches the vouchers that a list shows as ended but have a key here, because the list may be the older one. */
export function useEndedInList(rows: Voucher[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    const forgetIfEnded = async (id: string) => {
      const { data } = await queries.fetchQuery(voucherQuery(id))
      if (data.state !== 'ready') forgetOpenedVoucher(id, data.now)
    }
    const doubtful = rows.filter(({ id, state }) => state !== 'ready' && findOpenedVoucher(String(id)))
    for (const { id } of doubtful) void forgetIfEnded(String(id)).catch(() => undefined)
  }, [queries, rows])
}

function mayChange(voucher: Voucher | undefined): boolean {
  if (!voucher || voucher.state === 'ready') return true
  return voucher.state === 'used' && serverNow() - Date.parse(voucher.ended_at ?? '') < MAY_CHANGE_MS
}

/** Without a network, a voucher ends by the clock of the campus. */
export function withExpiry(voucher: Voucher, today: string): Voucher {
  return voucher.state === 'ready' && today > voucher.last_day
    ? { ...voucher, state: 'expired', stamps_back: true, stamps_due: true }
    : voucher
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
    if (takeClaim(id)) setNews('claimed')
  }, [id, state])
  return news
}

/** Opens a voucher here when its page is shown first. `showHere` opens it again after another device has opened it. */
export function useOpening(id: string, voucher: Voucher | undefined, opened: OpenedVoucher | undefined) {
  const queries = useQueryClient()
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const open = useSingleFlight(async (ready: Voucher) => {
    setBusy(true)
    setFailed(false)
    try {
      await openHere(queries, id, ready)
    } catch {
      setFailed(true)
      void queries.invalidateQueries({ queryKey: q(show, { id }).queryKey })
    }
    setBusy(false)
  })
  const toOpen = voucher?.state === 'ready' && !opened ? voucher : undefined
  const isFirst = toOpen !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a new object
  useEffect(() => {
    if (toOpen) void open(toOpen)
  }, [isFirst, id])
  useNetworkReturn(() => {
    if (toOpen) void open(toOpen)
  })
  const showHere = () => {
    if (!voucher) return
    forgetOpenedVoucher(id)
    void open(voucher)
  }
  return { hasFailed, isBusy, retry: () => toOpen && void open(toOpen), showHere }
}

/** Two tabs share one key: the second waits for the first. */
async function openHere(queries: QueryClient, id: string, voucher: Voucher): Promise<void> {
  await withBrowserLock(`voucher-${id}`, { timeoutMs: TURN_MS }, async () => {
    if (findOpenedVoucher(id)) return
    const owner = ownerHere()
    const noteTime = measureServerClock()
    const { key, now } = (await call(openKey, { id })).data
    noteTime(now)
    // Another member may have signed in meanwhile.
    if (ownerHere() === owner) keepOpenedVoucher(id, { key, since: now, voucher })
  })
  const { queryKey } = q(show, { id })
  // An answer under way may be from before.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<AnswerOf<typeof show>>(
    queryKey,
    (shown) => shown && { data: { ...shown.data, is_open_here: true, is_open_elsewhere: false } },
  )
}

const ownerHere = () => useSession.getState().user?.id

/** Keeps the screen on while `isNeeded` and the page is visible, where the browser offers that. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return
    const stop = new AbortController()
    let lock: WakeLockSentinel | undefined
    const request = async () => {
      if (document.hidden) return
      const given = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (stop.signal.aborted) void given?.release()
      else lock = given
    }
    void request()
    // The browser ends the lock when the page is hidden.
    document.addEventListener('visibilitychange', () => void request(), { signal: stop.signal })
    return () => {
      stop.abort()
      void lock?.release()
    }
  }, [isNeeded])
}
