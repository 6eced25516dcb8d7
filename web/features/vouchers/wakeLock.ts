import { useEffect } from 'react'

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
