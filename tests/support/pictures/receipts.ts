import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** The folder of photographed receipts for tests, and its file names; empty if the folder is missing. */
export const receiptsDir = process.env.RECEIPTS_DIR ?? resolve(import.meta.dirname, '../../../../shared/receipts')
export const receiptNames = existsSync(receiptsDir) ? readdirSync(receiptsDir) : []
