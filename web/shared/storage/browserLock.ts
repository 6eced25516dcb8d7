import { BROWSER_TIMEOUT_MS } from '@stampus/ui/browser/inTime'

type Options = LockOptions & { timeoutMs?: number }

/**
 * Runs `work` with the lock; with `ifAvailable` also without it, then `isOurs` is false. Runs it at once where the
 * browser has no locks (insecure origins) or does not answer in time.
 */
export function withBrowserLock<T>(
  name: string,
  { timeoutMs = BROWSER_TIMEOUT_MS, ...options }: Options,
  work: (isOurs: boolean) => T | Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let running: Promise<void> | undefined
    const run = (lock: Lock | null) => {
      clearTimeout(timer)
      running ??= (async () => work(lock !== null))().then(resolve, reject)
      return running
    }
    const runUnlocked = () => run({ name, mode: 'exclusive' })
    const timer = setTimeout(runUnlocked, timeoutMs)
    const locks: LockManager | undefined = navigator.locks
    if (locks) locks.request(name, options, run).catch(runUnlocked)
    else runUnlocked()
  })
}
