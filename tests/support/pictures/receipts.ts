import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** The folder of photographed receipts for tests, and its file names; empty if the folder is missing. */
export const receiptsDir = process.env.RECEIPTS_DIR ?? resolve(import.meta.dirname, '../../../../shared/receipts')
export const receiptNames = existsSync(receiptsDir) ? readdirSync(receiptsDir) : []

/** A receipt to be drawn, as all tests of duplicates use it. Its items add up to the total. */
export const kopiKitaReceipt = {
  merchant: 'Kopi Kita',
  address: 'Jalan Universiti 3',
  invoice: '70412',
  date: '2026-11-05',
  time: '12:40',
  items: [
    { name: 'Nasi lemak ayam', qty: 1, sen: 850 },
    { name: 'Teh tarik', qty: 2, sen: 250 },
    { name: 'Kuih lapis', qty: 3, sen: 120 },
  ],
  totalSen: 1710,
}
