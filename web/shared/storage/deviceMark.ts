import { randomKey } from '@stampus/contract/client'
import { unlessDenied } from '../api/unlessDenied.ts'

const DEVICE_KEY = 'device'
let ofThisPage = ''

/** A random text that this browser keeps, so that the failed guesses of others do not lock its owner out. */
export function deviceMark(): string {
  const kept = unlessDenied(() => localStorage.getItem(DEVICE_KEY))
  if (kept) return kept
  ofThisPage ||= randomKey()
  unlessDenied(() => localStorage.setItem(DEVICE_KEY, ofThisPage))
  return ofThisPage
}
