import type { Row } from '../../../platform/ocr/page.ts'
import { type Amount, findAmounts } from './amounts.ts'
import { classifyRow, isTableHeader, type Label, startsTaxTable } from './labels.ts'

/** An amount with the role of its row; `page` is the OCR pass. `last` ends the row; `aside` is derived, not printed. */
export type AmountClaim = Amount & { label: Label; page: number; line: number; last: boolean; aside?: boolean }

/** The smallest coin since 2008. Totals paid in cash are rounded to it. */
export const SMALLEST_COIN_SEN = 5
const MAX_CLAIMS = 200

export function collectClaims(pages: Row[][]): AmountClaim[] {
  const printed = withRoundedTotals(pages.flatMap((rows, page) => collectPrinted(rows, page).slice(-MAX_CLAIMS)))
  return [...printed, ...[...deriveRoundedTotals(printed), ...derivePaidLessChange(printed)].slice(0, MAX_CLAIMS)]
}

/** A row of rounding may hold the rounded total instead of the difference. */
function withRoundedTotals(claims: AmountClaim[]): AmountClaim[] {
  const totals = claims.filter(({ label }) => label === 'payable' || label === 'total').map(({ sen }) => sen)
  const isRoundedTotal = ({ label, sen, how }: AmountClaim) =>
    label === 'rounding' &&
    how === 'clear' &&
    sen % SMALLEST_COIN_SEN === 0 &&
    totals.some((total) => total >= SMALLEST_COIN_SEN && Math.abs(total - sen) < SMALLEST_COIN_SEN)
  return claims.map((claim) => (isRoundedTotal(claim) ? { ...claim, label: 'payable' } : claim))
}

function collectPrinted(rows: Row[], page: number): AmountClaim[] {
  let above: Label = 'item'
  let [isTotalSeen, isTaxTable] = [false, false]
  return rows.flatMap((row, line) => {
    const amounts = findAmounts(row)
    isTaxTable ||= isTotalSeen && amounts.length === 0 && startsTaxTable(row.text)
    const own = labelFor(row, amounts)
    const named = own === 'item' && isOnlyAmount(row, amounts) ? above : own
    const isTotal = named === 'payable' || named === 'total'
    const label = isTotal && isTaxTable ? 'tax' : named
    isTotalSeen ||= isTotal && amounts.length > 0
    above = amounts.length === 0 && !isTableHeader(row.text) ? own : 'item'
    return amounts.map((amount, index) => ({ ...amount, label, page, line, last: index === amounts.length - 1 }))
  })
}

/** A total with several amounts beside it belongs to the tax table. */
function labelFor(row: Row, amounts: Amount[]): Label {
  const label = classifyRow(row.text)
  return label === 'total' && amounts.length > 1 ? 'tax' : label
}

/** A row with only an amount belongs to the words above it. */
function isOnlyAmount(row: Row, amounts: Amount[]): boolean {
  return amounts.length === 1 && row.text.replace(/[^A-Za-z]/g, '').length <= 3
}

/** The rounded total, in case it was not legible. If rounding follows the payment, only the change was rounded. */
function deriveRoundedTotals(claims: AmountClaim[]): AmountClaim[] {
  const roundings = claims.filter(
    ({ label, sen }) => label === 'rounding' && sen !== 0 && Math.abs(sen) < SMALLEST_COIN_SEN,
  )
  const totals = claims.filter(
    ({ label, sen }) => (label === 'payable' || label === 'total') && sen % SMALLEST_COIN_SEN !== 0,
  )
  return totals.flatMap((total) =>
    roundings
      .flatMap((rounding) => [total.sen + rounding.sen, total.sen - rounding.sen].map((sen) => ({ sen, rounding })))
      .filter(({ sen }) => sen % SMALLEST_COIN_SEN === 0)
      .map(({ sen, rounding }) => {
        const aside = roundings.some(
          (same) => Math.abs(same.sen) === Math.abs(rounding.sen) && followsPayment(same, claims),
        )
        return { ...total, sen, label: 'rounding' as const, how: 'corrected' as const, ...(aside && { aside }) }
      }),
  )
}

function followsPayment(rounding: AmountClaim, claims: AmountClaim[]): boolean {
  return claims.some(({ label, page, line }) => label === 'paid' && page === rounding.page && line < rounding.line)
}

function derivePaidLessChange(claims: AmountClaim[]): AmountClaim[] {
  const changes = claims.filter(({ label, sen, how }) => label === 'change' && sen > 0 && how === 'clear')
  const known = new Set(claims.map(({ sen }) => sen))
  return claims
    .filter(({ label, how }) => label === 'paid' && how === 'clear')
    .flatMap((payment) =>
      changes.map((change) => ({
        ...payment,
        sen: Math.abs(payment.sen) - change.sen,
        label: 'item' as const,
        how: 'corrected' as const,
        aside: true,
      })),
    )
    .filter(({ sen }) => sen > 0 && !known.has(sen))
}
