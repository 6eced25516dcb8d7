import { randomUuid } from '@stampus/contract/client'
import { observable } from '@stampus/ui/observable'

const STORAGE_KEY = 'counter_noted'

export type Noted = {
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
let unstored: Noted[] | undefined
const list = observable(read())

export const useNoted = (): Noted[] => list.useValue()

/** Adds one; the same voucher with the same code only once. `isStored`: it is still there after the page was closed. */
export function note(given: Omit<Noted, 'id' | 'answer'>): { noted: Noted; isStored: boolean } {
  const before = read()
  const same = before.find(({ number, code, answer }) => !answer && number === given.number && code === given.code)
  const noted = same ?? { id: randomUuid(), ...given }
  return { noted, isStored: save(same ? before : [...before, noted]) }
}

export function storeOutcome(id: string, answer: Noted['answer']): void {
  save(read().map((noted) => (noted.id === id && answer ? { ...noted, answer } : noted)))
}

export function removeNoted(ids: string[]): void {
  save(read().filter(({ id }) => !ids.includes(id)))
}

/** Reads the storage each time, because the app may be open twice. */
function read(): Noted[] {
  if (unstored) return unstored
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

function save(noted: Noted[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(noted))
    unstored = undefined
  } catch {
    unstored = noted
  }
  list.set(noted)
  return unstored === undefined
}

window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY) list.set(read())
})
