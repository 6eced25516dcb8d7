import type { Claim } from './claims.ts'
import type { Label } from './labels.ts'
import type { Found } from './reading.ts'

const SMALLEST_COIN_SEN = 5
const ROUNDED_BY_SEN = 4
const SURE = 9
const LEAST_SCORE = 3.5
/** Of two amounts nearer than this, either may be the total. */
const MARGIN = 1.5
const CLEAR = 0.6
const NAMES_OF_TOTAL: Label[] = ['payable', 'total', 'included']
const LABEL_SCORES: Record<Label, number> = {
  payable: 4,
  total: 3.5,
  included: 1.5,
  subtotal: 0.5,
  rounding: 0.5,
  paid: 1,
  change: -2,
  balance: -2,
  tax: -2,
  discount: -2,
  count: 0.5,
  item: 0,
}

type Facts = { claims: Claim[]; of: (...labels: Label[]) => Set<number>; values: Set<number> }

/** At most two amounts that may be the total, the likeliest first, and whether it is sure to be that one. */
export type Totals = { totals: Found<number>[]; isSure: boolean }

/**
 * What the receipt asks for, as far as its words and its sums agree. An amount is only a total where words or a sum say so: cash,
 * change, tax, a subtotal or a price never become one for lack of a better amount; and where its digits are clear, or else
 * something else says the same.
 */
export function totalsOf(claims: Claim[]): Totals {
  const asides = asidesOf(claims)
  const counted = claims.filter(({ sen }) => !asides.has(sen))
  const facts = factsOf(counted)
  const [best, ...others] = ranked(counted).filter(({ sen }) => hasRoleOfTotal(sen, facts))
  if (!best || best.score < LEAST_SCORE || !isLegible(best.sen, facts)) return { totals: [], isSure: false }
  const rival = others.find(({ sen }) => isNamed(sen, facts) && isLegible(sen, facts))
  const isRival = rival && best.score - rival.score < MARGIN && proofsOf(best.sen, facts) <= proofsOf(rival.sen, facts)
  const second = isRival ? rival : aside(best.sen, asides, claims)
  const all = [best, ...(second ? [second] : [])]
  return { totals: all.map(foundOf), isSure: !isRival }
}

function foundOf({ sen, score, claim }: Ranked): Found<number> {
  return { value: sen, confidence: Math.max(0, Math.min(1, score / SURE)), box: claim.box }
}

type Ranked = { sen: number; score: number; claim: Claim }

/** Amounts that are printed nowhere: rounded after the payment. */
function asidesOf(claims: Claim[]): Set<number> {
  const printed = new Set(claims.filter(({ how }) => how === 'clear').map(({ sen }) => sen))
  const facts = factsOf(claims)
  const isAside = ({ sen, aside }: Claim) => aside && !printed.has(sen) && !isWithTax(sen, facts)
  return new Set(claims.filter(isAside).map(({ sen }) => sen))
}

function isWithTax(sen: number, { of }: Facts): boolean {
  const taxes = of('tax')
  return [...of('subtotal', 'total', 'item')].some((part) => part > sen / 2 && part < sen && taxes.has(sen - part))
}

function aside(sen: number, asides: Set<number>, claims: Claim[]): Ranked | undefined {
  const claim = claims.find((one) => one.aside && asides.has(one.sen) && Math.abs(one.sen - sen) <= ROUNDED_BY_SEN)
  return claim && { sen: claim.sen, score: 0, claim }
}

/** Every value that might be the total, the likeliest first. */
export function ranked(claims: Claim[]): Ranked[] {
  const facts = factsOf(claims)
  return [...facts.values]
    .filter((sen) => sen > 0)
    .map((sen) => ({ sen, score: scoreOf(sen, facts), claim: bestClaim(sen, claims) }))
    .toSorted((one, other) => other.score - one.score)
}

/** Clear where it is printed once, or printed again, or what sums come to. */
function isLegible(sen: number, facts: Facts): boolean {
  const clearest = Math.max(...facts.claims.filter((claim) => claim.sen === sen).map(({ confidence }) => confidence))
  return clearest >= CLEAR || proofsOf(sen, facts) > 0
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

/** Whether words or a sum make this amount the total, and it is not the cash that change was given for. */
function hasRoleOfTotal(sen: number, facts: Facts): boolean {
  const { of } = facts
  const sumsUp = isWhatWasKept(sen, facts) || isSubtotalWithExtras(sen, facts) || hasTaxOf(sen, of('tax', 'included'))
  return (isNamed(sen, facts) || sumsUp) && !isCashWithChange(sen, facts)
}

function isNamed(sen: number, { claims }: Facts): boolean {
  return claims.some(
    (claim) => claim.sen === sen && claim.last && (NAMES_OF_TOTAL.includes(claim.label) || isRounded(claim)),
  )
}

function isRounded({ label, how }: Claim): boolean {
  return label === 'rounding' && how === 'mended'
}

function isWhatWasKept(sen: number, { of }: Facts): boolean {
  const [given, back] = [[...of('paid')], [...of('change')]]
  const isAllKept = given.length === 1 && back.includes(0) && given[0] === sen
  return isAllKept || given.some((cash) => back.some((change) => change > 0 && cash - change === sen))
}

function isCashWithChange(sen: number, facts: Facts): boolean {
  const { of } = facts
  return of('paid').has(sen) && [...of('change')].some((change) => change > 0) && !isWhatWasKept(sen, facts)
}

function isSubtotalWithExtras(sen: number, { of }: Facts): boolean {
  const extras = [...of('tax', 'rounding', 'discount')].filter((extra) => extra !== 0)
  return [...of('subtotal', 'total')].some((part) => part !== sen && part > sen / 2 && addsUp(sen - part, extras))
}

function factsOf(claims: Claim[]): Facts {
  const values = new Set(claims.map(({ sen }) => sen))
  const of = (...labels: Label[]) =>
    new Set(claims.filter((claim) => labels.includes(claim.label)).map(({ sen }) => sen))
  return { claims, of, values }
}

function scoreOf(sen: number, facts: Facts): number {
  return labelled(sen, facts) + paid(sen, facts) + summed(sen, facts) + rounded(sen, facts) + printed(sen, facts)
}

function bestClaim(sen: number, claims: Claim[]): Claim {
  const rank = (claim: Claim) => LABEL_SCORES[claim.label] + claim.confidence
  return claims.filter((claim) => claim.sen === sen).reduce((best, claim) => (rank(claim) > rank(best) ? claim : best))
}

/** The words beside it, more where both readings agree. */
function labelled(sen: number, { claims }: Facts): number {
  const all = claims.filter((claim) => claim.sen === sen)
  const own = all.filter(({ last }) => last)
  if (own.length === 0) return all.every(({ label }) => label === 'tax') ? LABEL_SCORES.tax : 0
  const best = Math.max(...own.map((claim) => LABEL_SCORES[claim.label]))
  const asked = own.filter(({ label }) => label === 'payable' || label === 'total')
  const pages = new Set(asked.map(({ page }) => page)).size
  const lines = new Set(asked.map(({ page, line }) => `${page}.${line}`)).size - pages
  return best + (pages > 1 ? 1.5 : 0) + Math.min(1, lines * 0.5)
}

/** What was given and what came back. */
function paid(sen: number, facts: Facts): number {
  const { of } = facts
  const [given, back] = [of('paid'), of('change')]
  if (isWhatWasKept(sen, facts)) return 3
  if (!given.has(sen)) return 0
  return [...back].some((change) => change > 0) ? -1 : 1
}

/** What it is the sum of. */
function summed(sen: number, facts: Facts): number {
  const { of, claims } = facts
  const extras = [...of('tax', 'rounding', 'discount')].filter((extra) => extra !== 0)
  const sums = [...of('subtotal', 'total', 'item')].some(
    (part) => part !== sen && part > sen / 2 && addsUp(sen - part, extras),
  )
  const items = itemSums(claims).has(sen)
  return (sums ? 1.5 : 0) + (items ? 1.5 : 0) + (hasTaxOf(sen, of('tax', 'included')) ? 1 : 0)
}

function addsUp(rest: number, extras: number[]): boolean {
  return extras.some(
    (one, index) => one === rest || -one === rest || extras.slice(index + 1).some((two) => one + two === rest),
  )
}

/** The last amounts of the rows of goods, for each reading. */
function itemSums(claims: Claim[]): Set<number> {
  const sums = new Map<number, number>()
  const ended = new Set<number>()
  for (const { page, label, last, sen } of claims) {
    if (label !== 'item') ended.add(page)
    if (last && !ended.has(page)) sums.set(page, (sums.get(page) ?? 0) + sen)
  }
  return new Set(sums.values())
}

/** A tax that the price includes: 6% of 6.00 is 0.34. */
function hasTaxOf(sen: number, taxes: Set<number>): boolean {
  return [6, 8, 10].some((rate) => {
    const tax = Math.round((sen * rate) / (100 + rate))
    return tax > 2 && [tax - 1, tax, tax + 1].some((near) => taxes.has(near))
  })
}

/** There are no coins below five sen: of two totals that are so near, the round one is asked for. */
function rounded(sen: number, { of }: Facts): number {
  const near = [...of('payable', 'total', 'rounding', 'subtotal', 'included')].filter(
    (other) => other !== sen && Math.abs(other - sen) <= ROUNDED_BY_SEN && other > ROUNDED_BY_SEN,
  )
  if (near.length === 0) return sen % SMALLEST_COIN_SEN === 0 ? 0.5 : 0
  if (sen % SMALLEST_COIN_SEN !== 0) return near.some((other) => other % SMALLEST_COIN_SEN === 0) ? -2 : 0
  return 2
}

/** How it is printed: clear, more than once, larger than all but what was given. */
function printed(sen: number, { claims, of }: Facts): number {
  const own = claims.filter((claim) => claim.sen === sen)
  const clear = own.some(({ how }) => how === 'clear') ? 0 : -1.5
  const often = own.length > new Set(own.map(({ page }) => page)).size ? 0.5 : 0
  const given = of('paid')
  const largest = claims.every((other) => other.how !== 'clear' || other.sen <= sen || given.has(other.sen)) ? 1 : 0
  return clear + often + largest
}
