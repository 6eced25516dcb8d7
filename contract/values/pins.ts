const DIGITS = '01234567890123456789'

/** Whether a PIN is one of the first that others try: one digit repeated, two or three repeated, or digits in a row. */
export function isSimplePin(pin: string): boolean {
  const backwards = [...DIGITS].reverse().join('')
  return /^(\d{1,3})\1+$/.test(pin) || DIGITS.includes(pin) || backwards.includes(pin)
}
