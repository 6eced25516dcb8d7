import { useLayoutEffect, useState } from 'react'

/** The seconds until an instant of the page's own clock, which nobody can set; 0 without one. */
export function useSecondsUntil(end: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  // Before it is painted: what was counted last may be long ago.
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
