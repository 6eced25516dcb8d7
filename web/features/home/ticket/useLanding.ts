import { useEffect, useRef, useState } from 'react'
import { PLACES } from './places.ts'

const STAMP_MS = 120
const COMPLETE_MS = 1_200
const BUZZ_MS = 40

/** `shown` of the stamps are on the card. Those after `landed` land now. */
type Landing = { shown: number; landed: number }

/**
 * Counts from the balance that the member saw last to the current one, stamp by stamp, and rests at each full card. With
 * reduced motion the count is the balance at once.
 */
export function useLanding(balance: number, seen: number): Landing {
  const [landing, setLanding] = useState(() => atRest(isStill() ? balance : Math.max(seen, firstToLand(balance))))
  const { shown, landed } = landing
  const isMoving = shown < balance
  useEffect(() => {
    if (!isMoving || isStill()) {
      if (shown !== balance || landed !== balance) setLanding(atRest(balance))
      return
    }
    const isJustFull = shown > landed && shown > 0 && shown % PLACES.length === 0
    const land = () => setLanding({ shown: shown + 1, landed })
    const timer = setTimeout(land, isJustFull ? COMPLETE_MS : STAMP_MS)
    return () => clearTimeout(timer)
  }, [balance, shown, landed, isMoving])
  useBuzz(isMoving)
  return landing
}

const atRest = (balance: number): Landing => ({ shown: balance, landed: balance })

/** At most the last card and the one before it are filled stamp by stamp. */
function firstToLand(balance: number): number {
  const last = Math.floor((balance - 1) / PLACES.length)
  return Math.min(balance, Math.max(last - 1, 0) * PLACES.length)
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Browsers only allow it after the user has touched the page, and log an error otherwise. */
function useBuzz(isMoving: boolean): void {
  const wasMoving = useRef(false)
  useEffect(() => {
    if (isMoving && !wasMoving.current && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS)
    wasMoving.current = isMoving
  }, [isMoving])
}
