import { decryptSecret, deriveKey, encryptSecret } from '../security/crypto.ts'
import { KEY_TABLES } from './export-import.store.ts'

/** PostgreSQL writes a key in plain as `\x` and hex. */
const MARK = 'encrypted:'

export const encryptKeys = (appKey: string, table: string, lines: string[]): string[] =>
  changeKeys(table, lines, (plain) => {
    const bytes = Buffer.from(plain.slice(2), 'hex')
    return `${MARK}${encryptSecret(deriveKey(appKey, 'export'), table, bytes).toString('base64')}`
  })

/** Copies of earlier releases have the keys in plain. Throws for another APP_KEY or a changed key. */
export const decryptKeys = (appKey: string, table: string, lines: string[]): string[] =>
  changeKeys(table, lines, (stored) => {
    if (!stored.startsWith(MARK)) return stored
    const bytes = Buffer.from(stored.slice(MARK.length), 'base64')
    return `\\x${decryptSecret(deriveKey(appKey, 'export'), table, bytes).toString('hex')}`
  })

function changeKeys(table: string, lines: string[], change: (key: string) => string): string[] {
  if (!KEY_TABLES.includes(table)) return lines
  return lines.map((line) => {
    const row = JSON.parse(line) as { key?: string | null }
    return row.key ? JSON.stringify({ ...row, key: change(row.key) }) : line
  })
}
