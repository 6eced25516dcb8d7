import type { Found } from '../ocr-result.ts'
import { type AmountClaim, SMALLEST_COIN_SEN } from './claims.ts'
import { LABEL_SCORES, TOTAL_LABELS } from './labels.ts'
import {
  addsUp,
  type ClaimIndex,
  countProofs,
  hasTaxOf,
  indexClaims,
  isAddedUp,
  isCashWithChange,
  isContradicted,
  isPaidExactly,
  isPaidLessChange,
  isRounded,
  isRoundedAndPaid,
  isSubtotalWithExtras,
  itemSums,
  ROUNDED_BY_SEN,
} from './total-checks.ts'

const FULL_SCORE = 9
const MIN_SCORE = 3.5
/** The lead in score below which either of two amounts may be the total. */
const MIN_LEAD = 1.5
const MIN_CONFIDENCE = 0.6

/** At most two amounts that may be the total, the likeliest first, and whether it is sure to be that one. */
type Totals = { totals: Found<number>[]; isSure: boolean }

/** An amount qualifies only if its label or a sum says so, and if its digits are clear or other amounts confirm it. */
export function rankTotals(claims: AmountClaim[]): Totals {
  const asides = findAsides(claims)
  const counted = claims.filter(({ sen }) => !asides.has(sen))
  const index = indexClaims(counted)
  const [best, ...others] = rankAmounts(counted).filter(({ sen }) => mayBeTotal(sen, index))
  if (!best || best.score < MIN_SCORE || !isLegible(best.sen, index)) return { totals: [], isSure: false }
  const rival = others.find(
    ({ sen }) => isLabelledTotal(sen, index) && isLegible(sen, index) && !isBeforeRounding(sen, best.sen),
  )
  const isRival =
    rival && best.score - rival.score < MIN_LEAD && countProofs(best.sen, index) <= countProofs(rival.sen, index)
  const paidLessChange = isRival ? undefined : paidInstead(best.sen, claims)
  const second = isRival ? rival : (paidLessChange ?? findAside(best.sen, asides, claims))
  const all = [best, ...(second ? [second] : [])]
  return { totals: all.map(toFound), isSure: !isRival && !paidLessChange && !isContradicted(best.claim, index) }
}

function isBeforeRounding(sen: number, total: number): boolean {
  return Math.abs(sen - total) <= ROUNDED_BY_SEN && total % SMALLEST_COIN_SEN === 0
}

function toFound({ sen, score, claim }: RankedAmount): Found<number> {
  return { value: sen, confidence: Math.max(0, Math.min(1, score / FULL_SCORE)), box: claim.box }
}

type RankedAmount = { sen: number; score: number; claim: AmountClaim }

/** Payment less change, if that is another amount and nothing confirms the best one. */
function paidInstead(best: number, claims: AmountClaim[]): RankedAmount | undefined {
  const index = indexClaims(claims)
  const paidLessChange = claims.filter(({ sen }) => isPaidLessChange(sen, index))
  const isNear = ({ sen }: AmountClaim) => Math.abs(sen - best) <= ROUNDED_BY_SEN
  if (paidLessChange.length === 0 || paidLessChange.some(isNear) || countProofs(best, index) > 0) return undefined
  const [claim] = paidLessChange
  return claim && { sen: claim.sen, score: 0, claim }
}

/** Amounts that are not printed: those rounded after the payment. */
function findAsides(claims: AmountClaim[]): Set<number> {
  const others = new Set(claims.filter(({ aside }) => !aside).map(({ sen }) => sen))
  const index = indexClaims(claims)
  const isAside = ({ sen, aside }: AmountClaim) => aside && !others.has(sen) && !isAddedUp(sen, index)
  return new Set(claims.filter(isAside).map(({ sen }) => sen))
}

function findAside(sen: number, asides: Set<number>, claims: AmountClaim[]): RankedAmount | undefined {
  const claim = claims.find((one) => one.aside && asides.has(one.sen) && Math.abs(one.sen - sen) <= ROUNDED_BY_SEN)
  return claim && { sen: claim.sen, score: 0, claim }
}

function rankAmounts(claims: AmountClaim[]): RankedAmount[] {
  const index = indexClaims(claims)
  return [...index.values]
    .filter((sen) => sen > 0)
    .map((sen) => ({ sen, score: scoreOf(sen, index), claim: findBestClaim(sen, claims) }))
    .toSorted((one, other) => other.score - one.score)
}

/** Clear in one place, or confirmed by other amounts. */
function isLegible(sen: number, index: ClaimIndex): boolean {
  const clearest = Math.max(...index.claims.filter((claim) => claim.sen === sen).map(({ confidence }) => confidence))
  return clearest >= MIN_CONFIDENCE || countProofs(sen, index) > 0
}

/** Whether a label or a sum makes this amount a total, and it is not cash that change was given for. */
function mayBeTotal(sen: number, index: ClaimIndex): boolean {
  const { of } = index
  const sumsUp =
    isPaidLessChange(sen, index) || isSubtotalWithExtras(sen, index) || hasTaxOf(sen, of('tax', 'included'))
  return (isLabelledTotal(sen, index) || sumsUp || isPaidExactly(sen, index)) && !isCashWithChange(sen, index)
}

function isLabelledTotal(sen: number, { claims }: ClaimIndex): boolean {
  return claims.some(
    (claim) => claim.sen === sen && claim.last && (TOTAL_LABELS.includes(claim.label) || isRounded(claim)),
  )
}

function scoreOf(sen: number, index: ClaimIndex): number {
  const scores = [labelScore, paymentScore, sumScore, roundingScore, printScore]
  return scores.reduce((sum, score) => sum + score(sen, index), 0)
}

function findBestClaim(sen: number, claims: AmountClaim[]): AmountClaim {
  const rank = (claim: AmountClaim) => LABEL_SCORES[claim.label] + claim.confidence
  return claims.filter((claim) => claim.sen === sen).reduce((best, claim) => (rank(claim) > rank(best) ? claim : best))
}

function labelScore(sen: number, { claims }: ClaimIndex): number {
  const all = claims.filter((claim) => claim.sen === sen)
  const own = all.filter(({ last }) => last)
  if (own.length === 0) return all.every(({ label }) => label === 'tax') ? LABEL_SCORES.tax : 0
  const best = Math.max(...own.map((claim) => LABEL_SCORES[claim.label]))
  const asked = own.filter(({ label }) => label === 'payable' || label === 'total')
  const pages = new Set(asked.map(({ page }) => page)).size
  const lines = new Set(asked.map(({ page, line }) => `${page}.${line}`)).size - pages
  return best + (pages > 1 ? 1.5 : 0) + Math.min(1, lines * 0.5)
}

function paymentScore(sen: number, index: ClaimIndex): number {
  const { of } = index
  const [payments, back] = [of('paid'), of('change')]
  if (isPaidLessChange(sen, index)) return 3
  if (!payments.has(sen)) return 0
  return [...back].some((change) => change > 0) ? -1 : 1
}

function sumScore(sen: number, index: ClaimIndex): number {
  const { of, claims } = index
  const sums = [...of('subtotal', 'total', 'item')].some(
    (part) => part !== sen && part > sen / 2 && addsUp(sen - part, index),
  )
  const items = itemSums(claims).has(sen)
  return (sums ? 1.5 : 0) + (items ? 1.5 : 0) + (hasTaxOf(sen, of('tax', 'included')) ? 1 : 0)
}

/** Scores rounding: of two close totals the one in whole coins is to be paid. */
function roundingScore(sen: number, { of }: ClaimIndex): number {
  const near = [...of('payable', 'total', 'rounding', 'subtotal', 'included')].filter(
    (other) => other !== sen && Math.abs(other - sen) <= ROUNDED_BY_SEN && other > ROUNDED_BY_SEN,
  )
  if (near.length === 0) return sen % SMALLEST_COIN_SEN === 0 ? 0.5 : 0
  if (sen % SMALLEST_COIN_SEN !== 0) return near.some((other) => other % SMALLEST_COIN_SEN === 0) ? -2 : 0
  return 2
}

/** Scores the print: clear, more than once, larger than all other amounts but the payment. */
function printScore(sen: number, index: ClaimIndex): number {
  const { claims, of } = index
  const own = claims.filter((claim) => claim.sen === sen)
  const clear = own.some(({ how }) => how === 'clear') || isRoundedAndPaid(own, index) ? 0 : -1.5
  const often = own.length > new Set(own.map(({ page }) => page)).size ? 0.5 : 0
  const payments = of('paid')
  const largest = claims.every((other) => other.how !== 'clear' || other.sen <= sen || payments.has(other.sen)) ? 1 : 0
  return clear + often + largest
}
