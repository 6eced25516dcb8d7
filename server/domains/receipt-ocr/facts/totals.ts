import type { Found } from '../ocr-result.ts'
import { type Claim, SMALLEST_COIN_SEN } from './claims.ts'
import type { Label } from './labels.ts'
import {
  addsUp,
  type Facts,
  factsOf,
  hasTaxOf,
  isAddedUp,
  isCashWithChange,
  isDenied,
  isPaidExactly,
  isRounded,
  isRoundedAndKept,
  isSubtotalWithExtras,
  isWhatWasKept,
  itemSums,
  proofsOf,
  ROUNDED_BY_SEN,
} from './sums.ts'

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
  const rival = others.find(
    ({ sen }) => isNamed(sen, facts) && isLegible(sen, facts) && !isBeforeRounding(sen, best.sen),
  )
  const isRival = rival && best.score - rival.score < MARGIN && proofsOf(best.sen, facts) <= proofsOf(rival.sen, facts)
  const kept = isRival ? undefined : keptInstead(best.sen, claims)
  const second = isRival ? rival : (kept ?? aside(best.sen, asides, claims))
  const all = [best, ...(second ? [second] : [])]
  return { totals: all.map(foundOf), isSure: !isRival && !kept && !isDenied(best.claim, facts) }
}

function isBeforeRounding(sen: number, total: number): boolean {
  return Math.abs(sen - total) <= ROUNDED_BY_SEN && total % SMALLEST_COIN_SEN === 0
}

function foundOf({ sen, score, claim }: Ranked): Found<number> {
  return { value: sen, confidence: Math.max(0, Math.min(1, score / SURE)), box: claim.box }
}

type Ranked = { sen: number; score: number; claim: Claim }

/** What the change says was kept, where that is another amount and nothing else speaks for the best one. */
function keptInstead(best: number, claims: Claim[]): Ranked | undefined {
  const facts = factsOf(claims)
  const kept = claims.filter(({ sen }) => isWhatWasKept(sen, facts))
  const isNear = ({ sen }: Claim) => Math.abs(sen - best) <= ROUNDED_BY_SEN
  if (kept.length === 0 || kept.some(isNear) || proofsOf(best, facts) > 0) return undefined
  const [claim] = kept
  return claim && { sen: claim.sen, score: 0, claim }
}

/** Amounts that are printed nowhere: rounded after the payment. */
function asidesOf(claims: Claim[]): Set<number> {
  const others = new Set(claims.filter(({ aside }) => !aside).map(({ sen }) => sen))
  const facts = factsOf(claims)
  const isAside = ({ sen, aside }: Claim) => aside && !others.has(sen) && !isAddedUp(sen, facts)
  return new Set(claims.filter(isAside).map(({ sen }) => sen))
}

function aside(sen: number, asides: Set<number>, claims: Claim[]): Ranked | undefined {
  const claim = claims.find((one) => one.aside && asides.has(one.sen) && Math.abs(one.sen - sen) <= ROUNDED_BY_SEN)
  return claim && { sen: claim.sen, score: 0, claim }
}

/** Every value that might be the total, the likeliest first. */
function ranked(claims: Claim[]): Ranked[] {
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

/** Whether words or a sum make this amount the total, and it is not the cash that change was given for. */
function hasRoleOfTotal(sen: number, facts: Facts): boolean {
  const { of } = facts
  const sumsUp = isWhatWasKept(sen, facts) || isSubtotalWithExtras(sen, facts) || hasTaxOf(sen, of('tax', 'included'))
  return (isNamed(sen, facts) || sumsUp || isPaidExactly(sen, facts)) && !isCashWithChange(sen, facts)
}

function isNamed(sen: number, { claims }: Facts): boolean {
  return claims.some(
    (claim) => claim.sen === sen && claim.last && (NAMES_OF_TOTAL.includes(claim.label) || isRounded(claim)),
  )
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
  const sums = [...of('subtotal', 'total', 'item')].some(
    (part) => part !== sen && part > sen / 2 && addsUp(sen - part, facts),
  )
  const items = itemSums(claims).has(sen)
  return (sums ? 1.5 : 0) + (items ? 1.5 : 0) + (hasTaxOf(sen, of('tax', 'included')) ? 1 : 0)
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
function printed(sen: number, facts: Facts): number {
  const { claims, of } = facts
  const own = claims.filter((claim) => claim.sen === sen)
  const clear = own.some(({ how }) => how === 'clear') || isRoundedAndKept(own, facts) ? 0 : -1.5
  const often = own.length > new Set(own.map(({ page }) => page)).size ? 0.5 : 0
  const given = of('paid')
  const largest = claims.every((other) => other.how !== 'clear' || other.sen <= sen || given.has(other.sen)) ? 1 : 0
  return clear + often + largest
}
