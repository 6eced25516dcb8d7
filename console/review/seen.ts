import { useCallback, useEffect, useState } from 'react'

const GLANCE_MS = 250

/** Whether the picture has been looked at: a second press that was meant for the receipt before is no look at this one. */
export function useSeen(): [seen: boolean, setShown: () => void] {
  const [shown, setShown] = useState(false)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(setSeen, GLANCE_MS, true)
    return () => clearTimeout(timer)
  }, [shown])
  return [seen, useCallback(() => setShown(true), [])]
}
