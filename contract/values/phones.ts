const SIGNS = /^\+?[\d\s()-]+$/
/** Of Malaysia: an area or a mobile number, one for the whole country such as 1-300-88-2525; else international. */
const DIGITS = /^(?:0\d{8,10}|1[3578]00\d{6}|\+[1-9]\d{7,14})$/

/** Whether a text is a telephone number as people write it: digits with spaces, hyphens, brackets and a leading plus. */
export function isPhoneNumber(given: string): boolean {
  return SIGNS.test(given) && DIGITS.test(given.replace(/[^\d+]/g, ''))
}
