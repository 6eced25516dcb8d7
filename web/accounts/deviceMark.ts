const DEVICE_KEY = 'device'

/** A random text that this browser keeps, so that the failed guesses of others do not lock its owner out. */
export function deviceMark(): string {
  const kept = localStorage.getItem(DEVICE_KEY)
  if (kept) return kept
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const mark = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(DEVICE_KEY, mark)
  return mark
}
