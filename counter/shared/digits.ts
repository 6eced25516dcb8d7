export const digitsOf = (typed: string) => typed.replace(/\D/g, '')

/** The number of a voucher as it is shown: four digits and four. */
export const readableDigits = (digits: string) =>
  digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits
