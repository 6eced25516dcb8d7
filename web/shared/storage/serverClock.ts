import { dayIn } from '@stampus/contract/values/days'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { settings } from '../settings.ts'
import { tryStorage } from './tryStorage.ts'

const STORAGE_KEY = 'server_ahead'
/** So little may be the network and not the clock. */
const JITTER_MS = 500

/** How far the server's clock is ahead of this one, in milliseconds. Stored, so that it is known without a network. */
const useAhead = create(() => ({ ahead: readAhead() }))

window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY) useAhead.setState({ ahead: readAhead() })
})

/** Call this when a request begins whose answer has the server's time. The returned function takes that time. */
export function measureServerClock(): (now: string | undefined) => void {
  const sent = Date.now()
  return (now) => {
    if (now === undefined) return
    const before = useAhead.getState().ahead
    const ahead = correctAhead(before, { now: Date.parse(now), sent, received: Date.now() })
    if (ahead === before) return
    tryStorage(() => localStorage.setItem(STORAGE_KEY, String(ahead)))
    useAhead.setState({ ahead })
  }
}

/**
 * The server's time at arrival is between the answer's and that plus the whole way. What was known stays if it fits,
 * however long the way was: the device may have slept. If the way took less than no time, the device's clock was set.
 */
function correctAhead(before: number, { now, sent, received }: { now: number; sent: number; received: number }) {
  const took = received - sent
  const least = now - received
  const isWrong = before < least - JITTER_MS || before > least + took + JITTER_MS
  return took >= 0 && isWrong ? Math.round(least + took / 2) : before
}

export function serverNow(): number {
  return Date.now() + useAhead.getState().ahead
}

/** The server's time in milliseconds, in whole steps of `every`, changing as each begins. */
export function useServerTime(every = 1000): number {
  const { ahead } = useAhead()
  const [here, setHere] = useState(Date.now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      setHere(Date.now())
      timer = setTimeout(tick, every - ((Date.now() + ahead) % every))
    }
    tick()
    return () => clearTimeout(timer)
  }, [ahead, every])
  return Math.floor((here + ahead) / every) * every
}

const DAY_CHECK_MS = 5000

/** The day on the campus, also when it changes while the page is open. */
export function useToday(): string {
  return dayIn(settings.time_zone, new Date(useServerTime(DAY_CHECK_MS)))
}

function readAhead(): number {
  return Number(tryStorage(() => localStorage.getItem(STORAGE_KEY))) || 0
}
