/** What the QR code of a voucher says at one moment: its number and its changing code. */
type VoucherCode = { number: string; code: string }

const START = 'STAMPUS'

/** The text of a voucher's QR code, such as `STAMPUS:12345678:0421`. */
export function writeVoucherCode({ number, code }: VoucherCode): string {
  return `${START}:${number}:${code}`
}

const CODE = new RegExp(`^${START}:(\\d{8}):(\\d{4})$`)

/** Reads the text of a QR code; undefined if it is not one of a voucher. */
export function readVoucherCode(text: string): VoucherCode | undefined {
  const [, number, code] = CODE.exec(text) ?? []
  return number && code ? { number, code } : undefined
}
