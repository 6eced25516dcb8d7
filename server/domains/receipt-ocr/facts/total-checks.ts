import type { AmountClaim } from './claims.ts'
import type { Label } from './labels.ts'

export const ROUNDED_BY_SEN = 4
/** A service charge of 10 %, a tax of 6 % on both, and some packaging. */
const MAX_ADDED = 1.25

export type ClaimIndex = { claims: AmountClaim[]; of: (...labels: Label[]) => Set<number>; values: Set<number> }

export function indexClaims(claims: AmountClaim[]): ClaimIndex {
  const values = new Set(claims.map(({ sen }) => sen))
  const of = (...labels: Label[]) =>
    new Set(claims.filter((claim) => labels.includes(claim.label)).map(({ sen }) => sen))
  return { claims, of, values }
}

export function countProofs(sen: number, index: ClaimIndex): number {
  const { claims, of } = index
  const own = claims.filter((claim) => claim.sen === sen && claim.how !== 'dotless')
  const places = new Set(own.map(({ page, line }) => `${page}.${line}`)).size
  const ways = [
    places > 1,
    isPaidLessChange(sen, index),
    isSubtotalWithExtras(sen, index),
    itemSums(claims).has(sen),
    hasTaxOf(sen, of('tax', 'included')),
  ]
  return ways.filter(Boolean).length
}

/** Whether less was paid, or the subtotal differs by more than a tax or discount, and nothing confirms the total. */
export function isContradicted({ sen, page, line }: AmountClaim, index: ClaimIndex): boolean {
  const { claims, of, values } = index
  const clear = claims.filter((one) => one.how === 'clear' && one.last && one.page === page)
  const payments = valuesOf(clear.filter((one) => one.label === 'paid' && one.line > line))
  const sumPaid = payments.reduce((sum, one) => sum + one, 0)
  const isPaidLess = sumPaid > 0 && sumPaid < sen - ROUNDED_BY_SEN && !values.has(sen - sumPaid)
  const [part = 0, ...otherParts] = valuesOf(clear.filter((one) => one.label === 'subtotal' && one.line < line))
  const isTooFar = sen > part * MAX_ADDED || (sen < part - ROUNDED_BY_SEN && of('discount').size === 0)
  const isPrinted = values.has(sen - part) || values.has(part - sen)
  const isFar = part > 0 && otherParts.length === 0 && isTooFar && !isPrinted
  return countProofs(sen, index) === 0 && ((isPaidLess && of('balance').size === 0) || isFar)
}

const valuesOf = (claims: AmountClaim[]) => [...new Set(claims.map(({ sen }) => sen))]

/** A subtotal without additions that was paid exactly. */
export function isPaidExactly(sen: number, { of }: ClaimIndex): boolean {
  return of('subtotal').has(sen) && of('paid').has(sen) && ![...of('change')].some((change) => change > 0)
}

/** A rounded total that was derived, because it is not printed. */
export const isRounded = ({ label, how }: AmountClaim) => label === 'rounding' && how === 'corrected'

export function isPaidLessChange(sen: number, { of }: ClaimIndex): boolean {
  const [payments, back] = [[...of('paid')], [...of('change')]]
  const isAllKept = payments.length === 1 && back.includes(0) && payments[0] === sen
  return isAllKept || payments.some((cash) => back.some((change) => change > 0 && cash - change === sen))
}

export function isCashWithChange(sen: number, index: ClaimIndex): boolean {
  const { of } = index
  return of('paid').has(sen) && [...of('change')].some((change) => change > 0) && !isPaidLessChange(sen, index)
}

export function isSubtotalWithExtras(sen: number, index: ClaimIndex): boolean {
  return [...index.of('subtotal', 'total')].some((part) => part !== sen && part > sen / 2 && addsUp(sen - part, index))
}

/** Whether another amount plus a tax, or less a discount, is this one. */
export function isAddedUp(sen: number, { of }: ClaimIndex): boolean {
  const [taxes, discounts] = [of('tax'), toDeductions(of('discount'))]
  return [...of('subtotal', 'total', 'item')].some(
    (part) => part > sen / 2 && part !== sen && (taxes.has(sen - part) || discounts.includes(sen - part)),
  )
}

/** Whether one or two extras add up to `rest`. Tax and rounding may lack a sign; a discount is subtracted. */
export function addsUp(rest: number, { of }: ClaimIndex): boolean {
  const [extras, discounts] = [[...of('tax', 'rounding')], toDeductions(of('discount'))]
  const all = [...extras, ...discounts]
  return (
    extras.some((one) => one === rest || -one === rest) ||
    discounts.includes(rest) ||
    all.some((one, index) => all.slice(index + 1).some((two) => one + two === rest))
  )
}

/** Discounts are printed with or without a minus. */
const toDeductions = (discounts: Set<number>) => [...discounts].map((sen) => -Math.abs(sen))

/** The sum of the prices of items, for each OCR pass. */
export function itemSums(claims: AmountClaim[]): Set<number> {
  const sums = new Map<number, number>()
  const ended = new Set<number>()
  for (const { page, label, last, sen } of claims) {
    if (label !== 'item') ended.add(page)
    if (last && !ended.has(page)) sums.set(page, (sums.get(page) ?? 0) + sen)
  }
  return new Set(sums.values())
}

/** True if a tax of the receipt is the tax contained in `sen`: of 6.00 with 6% tax that is 0.34 (6/106). */
export function hasTaxOf(sen: number, taxes: Set<number>): boolean {
  return [6, 8, 10].some((rate) => {
    const tax = Math.round((sen * rate) / (100 + rate))
    return tax > 2 && [tax - 1, tax, tax + 1].some((near) => taxes.has(near))
  })
}

export function isRoundedAndPaid(own: AmountClaim[], index: ClaimIndex): boolean {
  return own.some((claim) => isRounded(claim) && isPaidLessChange(claim.sen, index))
}
