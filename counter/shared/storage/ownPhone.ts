import type { OwnPhone, startWork } from '@stampus/contract/counter/phones'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { CASHIER_MS } from '@stampus/contract/limits'
import { observable } from '@stampus/ui/observable'

const STORAGE_KEY = 'counter_phone'

type Stored = {
  phone: OwnPhone
  /** How far the server's clock is ahead of this one, in milliseconds. */
  ahead: number
  /** Until when the cashier may work without the server, which alone can check a PIN. A time of this device. */
  cashierUntil: number
}

const stored = observable<Stored | null>(read())
let now = read()
let expiry: ReturnType<typeof setTimeout> | undefined
expireKey()

export const useStoredPhone = (): OwnPhone | null => stored.useValue()?.phone ?? null

export const serverNow = (): number => Date.now() + (now?.ahead ?? 0)

/** Whether a cashier entered the PIN here so lately that they may work without a network. */
export const mayWorkOffline = (): boolean => now !== null && now.phone.cashier !== null && Date.now() < now.cashierUntil

export function storeAnswer(phone: OwnPhone): void {
  save({ phone, ahead: Date.parse(phone.now) - Date.now(), cashierUntil: untilOf(phone.cashier) })
}

export type Started = AnswerOf<typeof startWork>['data']

export function storeCashier(started: Started | null): void {
  if (!now) return
  const cashier = started && { id: started.id, name: started.name }
  save({ ...now, phone: { ...now.phone, cashier, key: started?.key ?? null }, cashierUntil: untilOf(cashier) })
}

export function forgetPhone(): void {
  save(null)
}

/** The time of a cashier who was there before goes on. */
function untilOf(cashier: OwnPhone['cashier']): number {
  const before = now?.phone.cashier
  if (now && cashier && before?.id === cashier.id) return now.cashierUntil
  return cashier ? Date.now() + CASHIER_MS : 0
}

/** Deletes the key, also from an open page, as soon as the cashier may no longer work without the server. */
function expireKey(): void {
  clearTimeout(expiry)
  if (!now?.phone.key) return
  const left = now.cashierUntil - Date.now()
  if (left > 0) expiry = setTimeout(expireKey, left)
  else save({ ...now, phone: { ...now.phone, key: null } })
}

function save(next: Stored | null): void {
  now = next
  try {
    if (next) localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // A browser without storage knows the phone until the page is closed.
  }
  stored.set(next)
  expireKey()
}

function read(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    return null
  }
}
