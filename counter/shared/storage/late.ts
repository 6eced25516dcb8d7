import { randomUuid } from '@stampus/contract/client'
import { observable } from '@stampus/ui/observable'

const STORAGE_KEY = 'counter_noted'

/** A hand-over noted on this phone to be entered later. Stored lists outlive a release: keep the fields and the key. */
export type LateHandOver = {
  /** The Idempotency-Key of all attempts to enter it. */
  id: string
  number: string
  code: string
  /** When the member showed the code. */
  at: string
  /** What the server answered for good. */
  answer?: { outcome: 'used' | 'waiting' | 'refused'; text: string }
}

/** Where the storage of the browser is full or blocked, the list lasts until the page is closed. */
let unstored: LateHandOver[] | undefined
const list = observable(read())

export const useLate = (): LateHandOver[] => list.useValue()

/** Adds one; the same voucher with the same code only once. `isStored`: it is still there after the page was closed. */
export function note(given: Omit<LateHandOver, 'id' | 'answer'>): { late: LateHandOver; isStored: boolean } {
  const before = read()
  const same = before.find(({ number, code, answer }) => !answer && number === given.number && code === given.code)
  const late = same ?? { id: randomUuid(), ...given }
  return { late, isStored: save(same ? before : [...before, late]) }
}

export function storeOutcome(id: string, answer: LateHandOver['answer']): void {
  save(read().map((late) => (late.id === id && answer ? { ...late, answer } : late)))
}

export function removeLate(ids: string[]): void {
  save(read().filter(({ id }) => !ids.includes(id)))
}

/** Reads the storage each time, because the app may be open twice. */
function read(): LateHandOver[] {
  if (unstored) return unstored
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

function save(late: LateHandOver[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(late))
    unstored = undefined
  } catch {
    unstored = late
  }
  list.set(late)
  return unstored === undefined
}

window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY) list.set(read())
})
