/** What the QR code of a voucher says at one moment: its number and its changing code. */
export type VoucherCode = { number: string; code: string }

const START = 'STAMPUS'

/** The text of a voucher's QR code, such as `STAMPUS:12345678:0421`. */
export function writeVoucherCode({ number, code }: VoucherCode): string {
  return `${START}:${number}:${code}`
}

/** Reads the text of a QR code. Undefined if it is not one of a voucher. */
export function readVoucherCode(text: string): VoucherCode | undefined {
  const [, number, code] = /^STAMPUS:(\d{8}):(\d{4})$/.exec(text.trim()) ?? []
  return number !== undefined && code !== undefined ? { number, code } : undefined
}
