import { useCallback, useEffect, useState } from 'react'

const GLANCE_MS = 250
const READ_MS = 1000

/** Whether the picture was on screen long enough. A double click on the previous receipt must not approve this one. */
export function usePictureSeen(): [seen: boolean, setShown: () => void] {
  const [shown, setShown] = useState(false)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(setSeen, GLANCE_MS, true)
    return () => clearTimeout(timer)
  }, [shown])
  return [seen, useCallback(() => setShown(true), [])]
}

/** Whether `added` has been on screen long enough to read, so that a double click does not confirm it. */
export function useShownLongEnough(added: string): boolean {
  const [read, setRead] = useState(added)
  useEffect(() => {
    const timer = setTimeout(setRead, READ_MS, added)
    return () => clearTimeout(timer)
  }, [added])
  return read === added
}
