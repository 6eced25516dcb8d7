import { observable } from '@stampus/ui/observable'

const ACTIVE_MS = 600_000

/** Events that show that the operator is at the console. */
export const activityEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let isActive = true
let timer = setTimeout(update, ACTIVE_MS, false)
const active = observable(true)

for (const name of activityEvents) document.addEventListener(name, noteActivity, { passive: true, capture: true })

/** Whether the operator was active within ten minutes. Polling without activity would keep the session alive. */
export const useIsActive = active.useValue

function noteActivity(): void {
  clearTimeout(timer)
  timer = setTimeout(update, ACTIVE_MS, false)
  if (!isActive) update(true)
}

function update(now: boolean): void {
  isActive = now
  active.set(now)
}
