import { useEffect, useState } from 'react'

/** The seconds that are left of a wait, 0 without one, and what begins one. */
export function useCountdown(): [left: number, waitFor: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  const waitFor = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, waitFor]
}
