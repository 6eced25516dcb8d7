import { observable } from '../observable.ts'

const PRESENT_MS = 600_000

/** What tells that somebody sits at the console. */
export const activityEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let isPresent = true
let leaving = setTimeout(tell, PRESENT_MS, false)
const present = observable(true)

for (const sign of activityEvents) document.addEventListener(sign, note, { passive: true, capture: true })

/** Whether there was a sign of life within ten minutes: looking again by itself would keep a session alive for ever. */
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
