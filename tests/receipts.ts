import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tree.ts'

const folder = process.env.RECEIPTS_DIR ?? join(root, '..', 'shared', 'receipts')

/** The path of a real receipt photograph such as `041.heic`; undefined where this machine has none. */
export function receiptPath(name: string) {
  const path = join(folder, name)
  return existsSync(path) ? path : undefined
}
