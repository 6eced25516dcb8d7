import { useEffect, useState } from 'react'

/** The time in whole seconds, changing as each begins. `ahead`: how far the server's clock is ahead, in milliseconds. */
export function useSeconds(ahead: number): number {
  const [now, setNow] = useState(() => secondsOf(ahead))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      setNow(secondsOf(ahead))
      timer = setTimeout(tick, 1000 - ((Date.now() + ahead) % 1000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [ahead])
  return now
}

const secondsOf = (ahead: number) => Math.floor((Date.now() + ahead) / 1000)
