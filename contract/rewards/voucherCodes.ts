import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '../limits.ts'

type VoucherCode = { number: string; code: string }

export const readableNumber = (number: string): string => `${number.slice(0, 4)} ${number.slice(4)}`

const START = 'STAMPUS'

/** The text of a voucher's QR code, such as `STAMPUS:12345678:0421`. */
export const writeVoucherCode = ({ number, code }: VoucherCode): string => `${START}:${number}:${code}`

const CODE = new RegExp(`^${START}:(\\d{${VOUCHER_NUMBER_DIGITS}}):(\\d{${VOUCHER_CODE_DIGITS}})$`)

/** Reads the text of a QR code; undefined if it is not one of a voucher. */
export function readVoucherCode(text: string): VoucherCode | undefined {
  const [, number, code] = CODE.exec(text) ?? []
  return number && code ? { number, code } : undefined
}
