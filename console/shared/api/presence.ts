import { followed } from './followed.ts'

const PRESENT_MS = 600_000

/** What tells that somebody sits at the console. */
export const signsOfLife = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let isPresent = true
let leaving = setTimeout(tell, PRESENT_MS, false)
const present = followed(true)

for (const sign of signsOfLife) document.addEventListener(sign, note, { passive: true, capture: true })

/** Whether there was a sign of life within ten minutes: looking again by itself would keep a session alive for ever. */
export const usePresent = present.useNow

function note(): void {
  clearTimeout(leaving)
  leaving = setTimeout(tell, PRESENT_MS, false)
  if (!isPresent) tell(true)
}

function tell(now: boolean): void {
  isPresent = now
  present.tell(now)
}
