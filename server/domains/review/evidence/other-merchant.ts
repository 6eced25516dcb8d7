import type { Comparison } from '../../receipt-ocr/ocr-result.ts'

/** From this share of common letters on, a read name may be the typed one misread. */
const ALIKE_NAMES = 0.5

/** A name of another merchant of the campus, or one that is too unlike the typed one to be a misreading of it. */
export function isOtherMerchant({ read = '', id }: Comparison['merchant'], typed: string): boolean {
  return id !== undefined || similarity(read, typed) < ALIKE_NAMES
}

/** The share of pairs of letters that two names have in common, from 0 to 1; signs that are often confused count as one. */
function similarity(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  const common = [...pairs].filter((pair) => others.has(pair)).length
  return (2 * common) / Math.max(1, pairs.size + others.size)
}

function pairsOf(name: string): Set<string> {
  const letters = name
    .toUpperCase()
    .replace(/[1L|!]/g, 'I')
    .replaceAll('0', 'O')
    .replace(/[^A-Z]/g, '')
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)))
}
