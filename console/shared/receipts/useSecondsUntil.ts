import { useLayoutEffect, useState } from 'react'

/** The seconds until a time of `performance.now()`, which does not follow clock changes; 0 without a time. */
export function useSecondsUntil(end: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  // Before paint, because the last count may be old.
  useLayoutEffect(() => {
    setNow(performance.now())
    if (end === undefined) return
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() >= end) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  return end === undefined ? 0 : Math.max(0, Math.ceil((end - now) / 1000))
}
