import type { Claim } from './claims.ts'
import type { Label } from './labels.ts'

export const ROUNDED_BY_SEN = 4
/** A service charge of 10 % and a tax of 6 % on both, and what was wrapped. */
const MOST_ADDED = 1.25

export type Facts = { claims: Claim[]; of: (...labels: Label[]) => Set<number>; values: Set<number> }

export function factsOf(claims: Claim[]): Facts {
  const values = new Set(claims.map(({ sen }) => sen))
  const of = (...labels: Label[]) =>
    new Set(claims.filter((claim) => labels.includes(claim.label)).map(({ sen }) => sen))
  return { claims, of, values }
}

/** In how many ways something else on the paper says the same. */
export function proofsOf(sen: number, facts: Facts): number {
  const { claims, of } = facts
  const own = claims.filter((claim) => claim.sen === sen && claim.how !== 'dotless')
  const places = new Set(own.map(({ page, line }) => `${page}.${line}`)).size
  const ways = [
    places > 1,
    isWhatWasKept(sen, facts),
    isSubtotalWithExtras(sen, facts),
    itemSums(claims).has(sen),
    hasTaxOf(sen, of('tax', 'included')),
  ]
  return ways.filter(Boolean).length
}

/**
 * Whether other amounts speak against a total that nothing confirms: below it less was paid, or the one subtotal above it is further
 * away than a tax, a service charge or a discount takes it, and the difference is printed nowhere.
 */
export function isDenied({ sen, page, line }: Claim, facts: Facts): boolean {
  const { claims, of, values } = facts
  const clear = claims.filter((one) => one.how === 'clear' && one.last && one.page === page)
  const given = valuesOf(clear.filter((one) => one.label === 'paid' && one.line > line))
  const sumGiven = given.reduce((sum, one) => sum + one, 0)
  const isLess = sumGiven > 0 && sumGiven < sen - ROUNDED_BY_SEN && !values.has(sen - sumGiven)
  const [part = 0, ...otherParts] = valuesOf(clear.filter((one) => one.label === 'subtotal' && one.line < line))
  const isOut = sen > part * MOST_ADDED || (sen < part - ROUNDED_BY_SEN && of('discount').size === 0)
  const isPrinted = values.has(sen - part) || values.has(part - sen)
  const isFar = part > 0 && otherParts.length === 0 && isOut && !isPrinted
  return proofsOf(sen, facts) === 0 && ((isLess && of('balance').size === 0) || isFar)
}

function valuesOf(claims: Claim[]): number[] {
  return [...new Set(claims.map(({ sen }) => sen))]
}

/** A subtotal that nothing was added to. */
export function isPaidExactly(sen: number, { of }: Facts): boolean {
  return of('subtotal').has(sen) && of('paid').has(sen) && ![...of('change')].some((change) => change > 0)
}

export function isRounded({ label, how }: Claim): boolean {
  return label === 'rounding' && how === 'mended'
}

export function isWhatWasKept(sen: number, { of }: Facts): boolean {
  const [given, back] = [[...of('paid')], [...of('change')]]
  const isAllKept = given.length === 1 && back.includes(0) && given[0] === sen
  return isAllKept || given.some((cash) => back.some((change) => change > 0 && cash - change === sen))
}

export function isCashWithChange(sen: number, facts: Facts): boolean {
  const { of } = facts
  return of('paid').has(sen) && [...of('change')].some((change) => change > 0) && !isWhatWasKept(sen, facts)
}

export function isSubtotalWithExtras(sen: number, facts: Facts): boolean {
  return [...facts.of('subtotal', 'total')].some((part) => part !== sen && part > sen / 2 && addsUp(sen - part, facts))
}

/** With a tax or without a discount what another amount is. */
export function isAddedUp(sen: number, { of }: Facts): boolean {
  const [taxes, discounts] = [of('tax'), takenOff(of('discount'))]
  return [...of('subtotal', 'total', 'item')].some(
    (part) => part > sen / 2 && part !== sen && (taxes.has(sen - part) || discounts.includes(sen - part)),
  )
}

/** Whether one or two extras come to `rest`. Tax and rounding may be printed without their sign; a discount only takes off. */
export function addsUp(rest: number, { of }: Facts): boolean {
  const [extras, discounts] = [[...of('tax', 'rounding')], takenOff(of('discount'))]
  const all = [...extras, ...discounts]
  return (
    extras.some((one) => one === rest || -one === rest) ||
    discounts.includes(rest) ||
    all.some((one, index) => all.slice(index + 1).some((two) => one + two === rest))
  )
}

/** Discounts are printed with a minus or without. */
function takenOff(discounts: Set<number>): number[] {
  return [...discounts].map((sen) => -Math.abs(sen))
}

/** The last amounts of the rows of goods, for each reading. */
export function itemSums(claims: Claim[]): Set<number> {
  const sums = new Map<number, number>()
  const ended = new Set<number>()
  for (const { page, label, last, sen } of claims) {
    if (label !== 'item') ended.add(page)
    if (last && !ended.has(page)) sums.set(page, (sums.get(page) ?? 0) + sen)
  }
  return new Set(sums.values())
}

/** A tax that the price includes: 6% of 6.00 is 0.34. */
export function hasTaxOf(sen: number, taxes: Set<number>): boolean {
  return [6, 8, 10].some((rate) => {
    const tax = Math.round((sen * rate) / (100 + rate))
    return tax > 2 && [tax - 1, tax, tax + 1].some((near) => taxes.has(near))
  })
}

/** A total that rounding makes, in a row that was not legible, and the change agrees with. */
export function isRoundedAndKept(own: Claim[], facts: Facts): boolean {
  return own.some((claim) => isRounded(claim) && isWhatWasKept(claim.sen, facts))
}
