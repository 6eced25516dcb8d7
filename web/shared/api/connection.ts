import { create } from 'zustand'

export const apiBase: string = (import.meta.env.VITE_API_BASE || '/api').replace(/\/$/, '')

/** Whether the API has the page's own origin. Browsers do not keep cookies of another one. */
export const hasOwnApi = apiBase.startsWith('/')

const FIRST_CHECK_MS = 1000
const PAUSES_MS = [2000, 4000, 8000, 16_000, 30_000]

/** `isDoubtful`: the last request got no response. `shownAsOf`: while offline, when the oldest answer shown arrived. */
type Connection = { isOffline: boolean; isDoubtful: boolean; shownAsOf?: number | undefined }

/** Whether the server can be reached. The requests to its API measure it, because browsers do not always know. */
export const useConnection = create<Connection>(() => ({ isOffline: false, isDoubtful: false }))

let losses = 0

/** Call this when a request to the API begins. The returned function takes its status: 0 if no response arrived. */
export function measureRequest(): (status: number) => void {
  const before = losses
  return (status) => {
    if (status === 0) useConnection.setState({ isDoubtful: true })
    // A response to a request from before the network was lost may still arrive.
    else if (before === losses) setReached()
  }
}

function setReached(): void {
  if (isInDoubt(useConnection.getState())) useConnection.setState({ isOffline: false, isDoubtful: false })
}

export function isInDoubt({ isOffline, isDoubtful }: Connection): boolean {
  return isOffline || isDoubtful
}

/** Checks after a failed request until the server responds; then the app gets the browser's event `online`. */
export function watchConnection(isReachable: () => Promise<boolean>): () => void {
  const stop = new AbortController()
  const checks = createChecks(isReachable)
  // The browser may be wrong, so that the checks go on.
  const setLost = () => {
    checks.end()
    losses += 1
    useConnection.setState({ isOffline: true, isDoubtful: true })
    checks.soon()
  }
  const checkReturn = () => {
    useConnection.setState({ isDoubtful: false })
    checks.now()
  }
  const stopFollowing = useConnection.subscribe((now, before) => {
    if (now.isDoubtful && !before.isDoubtful) checks.soon()
    if (isInDoubt(now)) return
    checks.end()
    // If nothing failed since the browser's own event, all is tried already. The query that was answered ends first.
    if (before.isOffline && before.isDoubtful) setTimeout(() => window.dispatchEvent(new Event('online')))
  })
  const { signal } = stop
  window.addEventListener('offline', setLost, { signal })
  window.addEventListener('online', checkReturn, { signal })
  document.addEventListener('visibilitychange', () => document.hidden || checks.now(), { signal })
  if (!navigator.onLine) setLost()
  checks.now()
  return () => {
    stop.abort()
    stopFollowing()
    checks.end()
  }
}

/** Checks while the connection is in doubt, after increasing pauses. A check that was overtaken counts for nothing. */
function createChecks(isReachable: () => Promise<boolean>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let failures = 0
  const after = (ms: number | undefined) => {
    clearTimeout(timer)
    timer = setTimeout(check, ms)
  }
  const end = () => {
    clearTimeout(timer)
    latest += 1
    failures = 0
  }
  const check = async () => {
    if (document.hidden) return
    latest += 1
    const own = latest
    const isReached = await isReachable()
    if (own !== latest) return
    if (isReached) return setReached()
    useConnection.setState({ isOffline: true, isDoubtful: true })
    after(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)])
    failures += 1
  }
  const now = () => {
    end()
    if (isInDoubt(useConnection.getState())) void check()
  }
  return { soon: () => after(FIRST_CHECK_MS), now, end }
}

export function whenOnline(act: () => void): void {
  window.addEventListener('online', act, { once: true })
}
