import { openKey, show, type Voucher } from '@stampus/contract/rewards/vouchers'
import { dayIn } from '@stampus/contract/values/days'
import { useNetworkReturn } from '@stampus/ui/browser/useNetworkReturn'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, q } from '../../shared/api/api.ts'
import { isMissing } from '../../shared/api/CallError.ts'
import { isInDoubt, useConnection } from '../../shared/api/connection.ts'
import { refetchRewards } from '../../shared/rewards/rewards.ts'
import { settings } from '../../shared/settings.ts'
import {
  correctClock,
  findOpenedVoucher,
  forgetOpenedVoucher,
  keepOpenedVoucher,
  type OpenedVoucher,
  useOpenedVoucher,
} from '../../shared/storage/openedVouchers.ts'

/** A hand-over shows within three seconds, on a slow network too. */
const POLL_MS = 2000
/** So long after a hand-over the counter may take it back, with room for wrong clocks. */
const MAY_CHANGE_MS = 90_000

/**
 * A voucher, followed while the page is visible and the server can be reached. Without a network it is the one that was
 * opened on this device.
 */
export function useVoucher(id: string) {
  const queries = useQueryClient()
  const isOffline = useConnection(isInDoubt)
  const opened = useOpenedVoucher(id)
  const query = useQuery({
    ...q(show, { id }),
    queryFn: ({ signal }) => fetchVoucher(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (!isOffline && mayChange(state.data?.data) ? POLL_MS : false),
  })
  const isGone = isMissing(query.error)
  const answered = isGone ? undefined : query.data?.data
  const voucher = answered ?? (isGone ? undefined : opened?.voucher)
  const today = useToday(opened?.ahead ?? 0)
  const shown = voucher && withExpiry(voucher, today)
  const ended = answered && answered.state !== 'ready' ? answered.state : undefined
  useEffect(() => {
    if (ended || isGone) forgetOpenedVoucher(id)
  }, [ended, isGone, id])
  useRefetchOnChange(queries, answered?.state)
  const isElsewhere = Boolean(opened && answered && !answered.is_open_here)
  return { voucher: shown, opened, isElsewhere, isGone, query }
}

/** Corrects the clock for the codes by each answer. */
async function fetchVoucher(id: string, signal: AbortSignal) {
  const sent = performance.now()
  const answer = await call(show, { id }, { signal })
  if (answer.data.now) correctClock(aheadOf(answer.data.now, sent))
  return answer
}

/** How far the server's clock is ahead by its answer that has just come. `sent`: when the call was sent, by `performance`. */
function aheadOf(now: string, sent: number): number {
  return Date.parse(now) + (performance.now() - sent) / 2 - Date.now()
}

function mayChange(voucher: Voucher | undefined): boolean {
  if (!voucher || voucher.state === 'ready') return true
  return voucher.state === 'used' && Date.now() - Date.parse(voucher.ended_at ?? '') < MAY_CHANGE_MS
}

/** Without a network, a voucher ends by the clock of the campus. */
function withExpiry(voucher: Voucher, today: string): Voucher {
  return voucher.state === 'ready' && today > voucher.last_day
    ? { ...voucher, state: 'expired', stamps_back: true, stamps_due: true }
    : voucher
}

const DAY_CHECK_MS = 5000

/** The day on the campus, also when it changes while the page is open. */
function useToday(ahead: number): string {
  const find = useCallback(() => dayIn(settings.time_zone, new Date(Date.now() + ahead)), [ahead])
  const [today, setToday] = useState(find)
  useEffect(() => {
    setToday(find())
    const timer = setInterval(() => setToday(find()), DAY_CHECK_MS)
    return () => clearInterval(timer)
  }, [find])
  return today
}

/** The lists and the stamps change with the voucher. */
function useRefetchOnChange(queries: QueryClient, state: Voucher['state'] | undefined): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current && state && before.current !== state) refetchRewards(queries)
    before.current = state ?? before.current
  }, [queries, state])
}

/**
 * Opens a voucher on this device when its page is shown for the first time. `showHere` opens it again here after another
 * device has opened it.
 */
export function useOpening(id: string, voucher: Voucher | undefined, opened: OpenedVoucher | undefined) {
  const queries = useQueryClient()
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const open = useCallback(
    async (ready: Voucher) => {
      if (isRunning.current) return
      isRunning.current = true
      setBusy(true)
      setFailed(false)
      try {
        await openHere(queries, id, ready)
      } catch {
        setFailed(true)
        void queries.invalidateQueries({ queryKey: q(show, { id }).queryKey })
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [queries, id],
  )
  const toOpen = voucher?.state === 'ready' && !opened ? voucher : undefined
  const isFirst = toOpen !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a new object
  useEffect(() => {
    if (toOpen) void open(toOpen)
  }, [isFirst, open])
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
  await inTurn(`voucher-${id}`, async () => {
    if (findOpenedVoucher(id)) return
    const sent = performance.now()
    const { data } = await call(openKey, { id })
    keepOpenedVoucher(id, { key: data.key, ahead: aheadOf(data.now, sent), voucher })
  })
  const { queryKey } = q(show, { id })
  // An answer under way may be from before.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<{ data: Voucher & { is_open_here: boolean } }>(
    queryKey,
    (shown) => shown && { data: { ...shown.data, is_open_here: true } },
  )
}

/** Browsers offer locks on secure pages only. */
async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, work)
  else await work()
}
