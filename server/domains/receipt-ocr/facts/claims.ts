import type { Row } from '../../../platform/ocr/page.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { beginsTaxTable, isHeadOfTable, type Label, labelOf } from './labels.ts'

/**
 * An amount, and what its row says it is. `page` is the reading it was found in, `line` the row, `last` whether it ends the row,
 * `aside` whether it is printed nowhere and only another way to count what was paid.
 */
export type Claim = Amount & { label: Label; page: number; line: number; last: boolean; aside?: boolean }

/** The smallest coin since 2008: totals that are paid in cash are rounded to it. */
export const SMALLEST_COIN_SEN = 5
const CLAIMS_AT_MOST = 200

/** Every amount of every reading of the same picture, and what follows from them. */
export function claimsOf(pages: Row[][]): Claim[] {
  const printed = withRoundedTotals(pages.flatMap((rows, page) => printedOn(rows, page).slice(-CLAIMS_AT_MOST)))
  return [...printed, ...[...roundedOf(printed), ...keptOf(printed)].slice(0, CLAIMS_AT_MOST)]
}

/** A row of rounding that holds a whole amount, as far from a total as rounding goes, names what is to be paid. */
function withRoundedTotals(claims: Claim[]): Claim[] {
  const totals = claims.filter(({ label }) => label === 'payable' || label === 'total').map(({ sen }) => sen)
  const isRoundedTotal = ({ label, sen, how }: Claim) =>
    label === 'rounding' &&
    how === 'clear' &&
    sen % SMALLEST_COIN_SEN === 0 &&
    totals.some((total) => total >= SMALLEST_COIN_SEN && Math.abs(total - sen) < SMALLEST_COIN_SEN)
  return claims.map((claim) => (isRoundedTotal(claim) ? { ...claim, label: 'payable' } : claim))
}

function printedOn(rows: Row[], page: number): Claim[] {
  let above: Label = 'item'
  let [isTotalSeen, isTaxTable] = [false, false]
  return rows.flatMap((row, line) => {
    const amounts = amountsIn(row)
    isTaxTable ||= isTotalSeen && amounts.length === 0 && beginsTaxTable(row.text)
    const own = labelIn(row, amounts)
    const named = own === 'item' && isBare(row, amounts) ? above : own
    const isTotal = named === 'payable' || named === 'total'
    const label = isTotal && isTaxTable ? 'tax' : named
    isTotalSeen ||= isTotal && amounts.length > 0
    above = amounts.length === 0 && !isHeadOfTable(row.text) ? own : 'item'
    return amounts.map((amount, index) => ({ ...amount, label, page, line, last: index === amounts.length - 1 }))
  })
}

/** A total with several amounts beside it is one of the tax table. */
function labelIn(row: Row, amounts: Amount[]): Label {
  const label = labelOf(row.text)
  return label === 'total' && amounts.length > 1 ? 'tax' : label
}

/** A row that is an amount and nothing else belongs to the words above it. */
function isBare(row: Row, amounts: Amount[]): boolean {
  return amounts.length === 1 && row.text.replace(/[^A-Za-z]/g, '').length <= 3
}

/**
 * A total and the rounding beside it make what is asked for, though that was not legible; where the rounding follows the payment,
 * only what was given back is rounded.
 */
function roundedOf(claims: Claim[]): Claim[] {
  const steps = claims.filter(
    ({ label, sen }) => label === 'rounding' && sen !== 0 && Math.abs(sen) < SMALLEST_COIN_SEN,
  )
  const totals = claims.filter(
    ({ label, sen }) => (label === 'payable' || label === 'total') && sen % SMALLEST_COIN_SEN !== 0,
  )
  return totals.flatMap((total) =>
    steps
      .flatMap((step) => [total.sen + step.sen, total.sen - step.sen].map((sen) => ({ sen, step })))
      .filter(({ sen }) => sen % SMALLEST_COIN_SEN === 0)
      .map(({ sen, step }) => {
        const aside = steps.some((same) => Math.abs(same.sen) === Math.abs(step.sen) && followsPayment(same, claims))
        return { ...total, sen, label: 'rounding' as const, how: 'mended' as const, ...(aside && { aside }) }
      }),
  )
}

function followsPayment(step: Claim, claims: Claim[]): boolean {
  return claims.some(({ label, page, line }) => label === 'paid' && page === step.page && line < step.line)
}

/** What was given less what came back was kept. */
function keptOf(claims: Claim[]): Claim[] {
  const backs = claims.filter(({ label, sen, how }) => label === 'change' && sen > 0 && how === 'clear')
  const known = new Set(claims.map(({ sen }) => sen))
  return claims
    .filter(({ label, how }) => label === 'paid' && how === 'clear')
    .flatMap((given) =>
      backs.map((back) => ({
        ...given,
        sen: Math.abs(given.sen) - back.sen,
        label: 'item' as const,
        how: 'mended' as const,
        aside: true,
      })),
    )
    .filter(({ sen }) => sen > 0 && !known.has(sen))
}
