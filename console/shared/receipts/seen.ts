import { useCallback, useEffect, useState } from 'react'

const GLANCE_MS = 250
const READ_MS = 1000

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

/** Whether what a refusal added has been there long enough to be read: a double press is no answer to it. `added` names it. */
export function useReadSince(added: string): boolean {
  const [read, setRead] = useState(added)
  useEffect(() => {
    const timer = setTimeout(setRead, READ_MS, added)
    return () => clearTimeout(timer)
  }, [added])
  return read === added
}
