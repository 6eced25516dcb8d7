import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import invoiceNumbers from '../pictures/invoice-numbers.json' with { type: 'json' }
import { receiptsDir } from '../pictures/receipts.ts'

/** The path of a real receipt photograph such as `041.heic`; undefined where this machine has none. */
export function receiptPath(name: string) {
  const path = join(receiptsDir, name)
  return existsSync(path) ? path : undefined
}

/**
 * Facts that people have read from a real receipt: the shop's name and address, the day as `YYYY-MM-DD`, the total as
 * decimal text, the number as it is printed, empty if it has none.
 */
export type ReceiptFacts = {
  file: string
  company: string
  address: string
  day: string
  total: string
  invoice: string
}

const numbers: Record<string, string | null> = invoiceNumbers

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** The first `count` real receipts; invented ones without photographs where this machine has none. */
export function readReceiptFacts(count: number): ReceiptFacts[] {
  const path = receiptPath('truth.json')
  if (!path)
    return Array.from({ length: count }, (_, at) => ({
      file: `${at}.jpg`,
      company: 'Warung Kak Ros',
      address: 'Lot 3, Medan Selera Siswa',
      day: '2018-03-03',
      total: '12.50',
      invoice: '',
    }))
  const read: Record<string, { company: string; address: string; date: string; total: string }> = JSON.parse(
    readFileSync(path, 'utf8'),
  )
  const names = Object.keys(read).sort().slice(0, count)
  return names.map((name) => ({
    file: receiptPath(`${name}.heic`) ? `${name}.heic` : `${name}.jpg`,
    company: read[name]?.company ?? '',
    address: read[name]?.address ?? '',
    day: dayOf(read[name]?.date ?? ''),
    total: (read[name]?.total ?? '').replace(/[^\d.]/g, ''),
    invoice: numbers[name] ?? '',
  }))
}

/** Malaysian tills print the day first: `25-03-18`, `25/FEB/2017`. Some print `YYYYMMDD`. */
function dayOf(printed: string) {
  const plain = /^(\d{4})(\d{2})(\d{2})$/.exec(printed)
  if (plain) return plain.slice(1).join('-')
  const [day = '', month = '', year = ''] = printed.split(/[^\dA-Z]/)
  const number = months.includes(month) ? months.indexOf(month) + 1 : Number(month)
  return [year.padStart(4, '20'), String(number).padStart(2, '0'), day.padStart(2, '0')].join('-')
}
