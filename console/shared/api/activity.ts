import { observable } from '../observable.ts'

const PRESENT_MS = 600_000

/** Events that show that the operator is at the console. */
export const activityEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let isPresent = true
let leaving = setTimeout(tell, PRESENT_MS, false)
const present = observable(true)

for (const sign of activityEvents) document.addEventListener(sign, note, { passive: true, capture: true })

/**
 * Whether the operator did anything within ten minutes. Pages poll only then: polling alone would keep the session
 * alive.
 */
export const useIsActive = present.useNow

function note(): void {
  clearTimeout(leaving)
  leaving = setTimeout(tell, PRESENT_MS, false)
  if (!isPresent) tell(true)
}

function tell(now: boolean): void {
  isPresent = now
  present.tell(now)
}
