import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** The folder of real receipt photographs that tests read, and the names in it; none where the folder is absent. */
export const receiptsDir = process.env.RECEIPTS_DIR ?? resolve(import.meta.dirname, '../../../../shared/receipts')
export const receiptNames = existsSync(receiptsDir) ? readdirSync(receiptsDir) : []
