import type { DeskPicture, Signal } from '@stampus/contract/console/evidence'
import { dayIn, daysBetween, formatInstant } from '@stampus/contract/values/days'
import { decimalAmount, formatAmount } from '@stampus/contract/values/money'
import type { Config } from '../../../config.ts'
import { ROUNDED_BY_SEN } from '../../receipt-ocr/facts/total-checks.ts'
import type { Comparison, PaperKind, PaperMark } from '../../receipt-ocr/ocr-result.ts'
import type { Circumstances, Evidence, LookAlike, PastCorrections } from './evidence.store.ts'
import paperLabels from './paper-labels.json' with { type: 'json' }

const BURST_RECEIPTS = 5
/** Three amounts typed too high within 60 days are no accident. */
const LOWERED_OFTEN = 3
const WITHDRAWN_OFTEN = 3
/** Members send receipts within days. After half of the allowed time a receipt is suspicious. */
const LATE_SHARE = 0.5
/** An amount is unusual above this multiple of the merchant's usual amount, once 20 of its receipts are known. */
const UNUSUAL_TIMES = 4
const UNUSUAL_LEAST = 20

type Facts = {
  invoice_no: string
  merchant_name: string
  amount_sen: number
  purchase_date: string
  created_at: Date
}
type Named = Pick<Facts, 'invoice_no' | 'merchant_name'>
type Rules = Pick<Config, 'TIME_ZONE' | 'LARGE_AMOUNT_SEN' | 'CURRENCY' | 'MAX_RECEIPT_AGE_DAYS'>
type PictureOf = (other: LookAlike) => DeskPicture | null

/** Days are in the campus time zone. */
export function buildSignals(
  facts: Facts,
  evidence: Evidence,
  config: Rules,
  presentPictureIfStored: PictureOf,
): Signal[] {
  const { reopened, returned_with, lookAlikes, circumstances, corrected, comparison, early } = evidence
  const { TIME_ZONE, LARGE_AMOUNT_SEN, CURRENCY, MAX_RECEIPT_AGE_DAYS } = config
  const days = daysBetween(facts.purchase_date, dayIn(TIME_ZONE, facts.created_at))
  // The reviewer should read the earlier texts first.
  const reopening =
    reopened?.by === 'appeal'
      ? 'Reopened by an appeal: read what the member wrote'
      : 'Sent back by a manager: read the reason'
  return [
    ...warnIf(reopened, 'reopened', reopening),
    ...warnIf(
      facts.amount_sen > LARGE_AMOUNT_SEN,
      'large_amount',
      `The amount is above ${money(LARGE_AMOUNT_SEN, CURRENCY)}`,
    ),
    ...warnIf(days > MAX_RECEIPT_AGE_DAYS * LATE_SHARE, 'sent_late', `Sent ${days} days after the purchase`),
    ...warnIf(
      returned_with !== undefined,
      'registered_again',
      `Registered again after deleting an account with ${returned_with}`,
    ),
    ...(circumstances ? circumstanceSignals(facts, circumstances, config) : []),
    ...(corrected ? pastCorrectionSignals(corrected, config) : []),
    ...(comparison ? pictureSignals(facts, comparison, config) : []),
    ...(early ? earlySignals(facts, early, config) : []),
    ...presentLookAlikes(facts, lookAlikes, config, presentPictureIfStored),
  ]
}

/** A signal that names no other receipt. */
const warning = (kind: Signal['kind'], text: string): Signal => {
  return { kind, text, is_hint: false, submission_id: null, picture: null }
}
const warnIf = (holds: unknown, kind: Signal['kind'], text: string) => (holds ? [warning(kind, text)] : [])

/** A conflict of interest hides the status of some. */
export function filterApproved(lookAlikes: LookAlike[]): LookAlike[] {
  return lookAlikes.filter(({ status, has_conflict }) => status === 'approved' && !has_conflict)
}

export function presentLookAlikes(
  facts: Named,
  lookAlikes: LookAlike[],
  config: Pick<Rules, 'TIME_ZONE'>,
  presentPictureIfStored: PictureOf,
): Signal[] {
  return lookAlikes.flatMap((other) => lookAlikeSignals(facts, other, config, presentPictureIfStored))
}

/** A later look-alike alone keeps no receipt out of bulk approval, unless it is approved, hidden or not compared. */
export function needsLook(facts: Facts, evidence: Evidence, config: Rules): boolean {
  const isOpen = ({ is_later, unsure, status, has_conflict }: LookAlike) =>
    !is_later || unsure !== null || status === 'approved' || has_conflict
  return (
    evidence.lookAlikes.some(isOpen) ||
    buildSignals(facts, evidence, config, () => null).some(({ is_hint }) => !is_hint)
  )
}

function circumstanceSignals(facts: Facts, found: Circumstances, config: Rules): Signal[] {
  const { at_once, is_own_shop, suspended_at, withdrawn, reward_used } = found
  return [
    ...(suspended_at ? [warning('suspended', suspension(facts, suspended_at, config))] : []),
    ...warnIf(is_own_shop, 'own_shop', `The member belongs to ${facts.merchant_name}`),
    ...warnIf(reward_used, 'reward_used', 'A reward was used here that day'),
    ...warnIf(at_once >= BURST_RECEIPTS, 'burst', `One of ${at_once} receipts that the member sent in an hour`),
    ...warnIf(
      withdrawn >= WITHDRAWN_OFTEN,
      'often_withdrawn',
      `The member withdrew ${withdrawn} receipts within 30 days`,
    ),
    ...unusualAmountSignals(facts, found, config),
  ]
}

function suspension({ created_at }: Facts, suspendedAt: Date, { TIME_ZONE }: Rules): string {
  if (suspendedAt <= created_at) return 'Sent while the member was suspended'
  return `The member has been suspended since ${day(suspendedAt, TIME_ZONE)}`
}

function unusualAmountSignals(facts: Facts, { usual_sen, usual_of }: Circumstances, { CURRENCY }: Rules): Signal[] {
  const { amount_sen, merchant_name } = facts
  if (usual_sen === null) return []
  const isUnusual = usual_of >= UNUSUAL_LEAST && amount_sen > UNUSUAL_TIMES * usual_sen
  const usual = `90% of receipts from ${merchant_name} are at most ${money(usual_sen, CURRENCY)}`
  return warnIf(isUnusual, 'unusual_amount', `Unusual amount: ${usual}`)
}

function pastCorrectionSignals({ lowered_lately, lowered_lately_sen }: PastCorrections, { CURRENCY }: Rules): Signal[] {
  const often = `${lowered_lately} times in 60 days, by ${money(lowered_lately_sen, CURRENCY)} in total`
  return warnIf(lowered_lately >= LOWERED_OFTEN, 'often_corrected', `The member typed too high an amount ${often}`)
}

function pictureSignals(facts: Facts, comparison: Comparison, rules: Rules): Signal[] {
  return [...paperSignals(facts, comparison, rules), ...ocrSignals(facts, comparison, rules)]
}

/** Papers that prove no purchase. */
const NO_PURCHASE: Record<Exclude<PaperKind, 'reprint' | 'card slip'>, string> = paperLabels.noPurchase
/** Papers of purchases of which another one exists. */
const COPIES: Partial<Record<PaperKind, string>> = paperLabels.copies

/** About the paper itself, whatever was typed. */
function paperSignals({ amount_sen }: Facts, { paper = [], sums }: Comparison, { CURRENCY }: Rules): Signal[] {
  const [papers, copies] = [describe(paper, NO_PURCHASE), describe(paper, COPIES)]
  const differs = sums?.differs.filter(({ sen }) => Math.abs(sen - amount_sen) > ROUNDED_BY_SEN) ?? []
  const all = asList(differs.map(({ text, sen }) => `${text} = ${money(sen, CURRENCY)}`))
  const total = money(sums?.total ?? 0, CURRENCY)
  return [
    ...warnIf(papers, 'no_purchase', `The paper ${papers}`),
    ...warnIf(copies, 'copy_or_slip', `The paper ${copies}: the original may have been sent too`),
    ...warnIf(all, 'sums_differ', `The total ${total} does not fit the receipt’s own numbers: ${all}`),
  ]
}

const asList = (texts: string[]) => new Intl.ListFormat('en').format(texts)

function describe(paper: PaperMark[], names: Partial<Record<PaperKind, string>>): string {
  return asList(
    paper.flatMap(({ kind, text }) => {
      const name = names[kind]
      return name ? [text === undefined ? name : `${name} (“${text}”)`] : []
    }),
  )
}

/** One signal with all that speaks against the receipt. */
function earlySignals(facts: Facts, early: Comparison, rules: Rules): Signal[] {
  const found = pictureSignals(facts, early, rules).map(({ text }) => text)
  return warnIf(found.length > 0, 'early_reading', `Read before it was sent: ${found.join('. ')}`)
}

/** OCR may be wrong, so these signals only ask for a look. */
function ocrSignals(facts: Facts, { amount, date, invoice, merchant }: Comparison, rules: Rules): Signal[] {
  const { CURRENCY } = rules
  const signals: Signal[] = []
  const says = (read: string, typed: string) => `The receipt seems to say ${read}, not ${typed}`
  if (amount.verdict === 'differs' && amount.read !== undefined)
    signals.push(warning('amount_differs', says(money(amount.read, CURRENCY), money(facts.amount_sen, CURRENCY))))
  if (date.verdict === 'differs' && date.read !== undefined)
    signals.push(
      warning(
        'date_differs',
        `${says(dayOf(date.read), dayOf(facts.purchase_date))}${tooOld(facts, date.read, rules)}`,
      ),
    )
  if (invoice.verdict === 'differs' && invoice.read !== undefined)
    signals.push(warning('invoice_differs', says(`invoice ${invoice.read}`, facts.invoice_no)))
  if (merchant.verdict === 'differs' && merchant.read !== undefined && isOtherMerchant(merchant, facts.merchant_name))
    signals.push(
      warning('merchant_differs', `The receipt seems to be from ${merchant.read}, not ${facts.merchant_name}`),
    )
  return signals
}

/** A date that is too old for any receipt is worse than a merely different one. */
function tooOld({ created_at }: Facts, read: string, { TIME_ZONE, MAX_RECEIPT_AGE_DAYS }: Rules): string {
  const days = daysBetween(read, dayIn(TIME_ZONE, created_at))
  return days > MAX_RECEIPT_AGE_DAYS ? `: more than ${MAX_RECEIPT_AGE_DAYS} days before it was sent` : ''
}

/** Only the later receipt of a pair is suspect, unless it is approved. A hidden look-alike only says that it exists. */
function lookAlikeSignals(
  facts: Named,
  other: LookAlike,
  { TIME_ZONE }: Pick<Rules, 'TIME_ZONE'>,
  presentPictureIfStored: PictureOf,
): Signal[] {
  const about = { submission_id: other.id, picture: presentPictureIfStored(other) }
  const signalOf = (kind: Signal['kind'], what: string): Signal => {
    const is_hint = other.is_later && filterApproved([other]).length === 0
    const head = is_hint ? `${subjectOf(other)} looks like this one` : `Possible duplicate of receipt ${nameOf(other)}`
    return { kind, text: `${head}: ${what}, ${sending(other, TIME_ZONE)}`, is_hint, ...about }
  }
  const signals: Signal[] = []
  if (other.same_invoice) signals.push(signalOf('same_invoice', invoiceOf(facts, other)))
  if (other.same_file) signals.push(signalOf('same_file', 'same picture'))
  else if (other.unsure) {
    const text = `${subjectOf(other)} looks similar, ${UNSURE[other.unsure]}: ${sending(other, TIME_ZONE)}`
    signals.push({ kind: 'same_receipt', text, is_hint: true, ...about })
  } else if (other.same_receipt) signals.push(signalOf('same_receipt', paperOf(other)))
  return signals
}

const UNSURE: Record<NonNullable<LookAlike['unsure']>, string> = {
  'not read': 'not read yet',
  unreadable: "but one of the two pictures couldn't be read",
  'not compared': 'not compared yet',
}

function nameOf({ id, has_conflict }: LookAlike): string {
  return has_conflict ? `${id}, which you may not open` : String(id)
}

function subjectOf(other: LookAlike): string {
  return `Receipt ${nameOf(other)}${other.has_conflict ? ',' : ''}`
}

function sending(other: LookAlike, timeZone: string): string {
  const when = `sent ${other.is_later ? 'later' : 'before'}`
  if (other.has_conflict) return when
  return `${when}${elsewhere(other)} by ${sender(other)} on ${day(other.sent_at, timeZone)} (${other.status})`
}

function invoiceOf({ invoice_no, merchant_name }: Named, { other_merchant, has_conflict }: LookAlike): string {
  if (has_conflict) return `invoice ${invoice_no}`
  return other_merchant === null
    ? `invoice ${invoice_no} at ${merchant_name}`
    : `invoice ${invoice_no} with the same date and amount`
}

function paperOf({ same_receipt }: LookAlike): string {
  return same_receipt === 'picture' ? 'same picture, cropped or edited' : 'same paper receipt'
}

function elsewhere({ other_merchant }: LookAlike): string {
  return other_merchant === null ? '' : ` at ${other_merchant}`
}

function sender({ same_member, of_deleted_account }: LookAlike): string {
  if (of_deleted_account) return 'a deleted account'
  return same_member ? 'the same member' : 'another member'
}

const money = (sen: number, currency: string) => formatAmount(decimalAmount(sen), currency)

const day = (at: Date, timeZone: string) =>
  formatInstant(at, { day: 'numeric', month: 'short', year: 'numeric', timeZone })

const dayOf = (date: string) => day(new Date(date), 'UTC')

/** The share of common letter pairs from which on the read name may be a misreading of the typed one. */
const ALIKE_NAMES = 0.5

/** Another merchant of the campus, or a name too different from the typed one to be a misreading. */
function isOtherMerchant({ read = '', id }: Comparison['merchant'], typed: string): boolean {
  return id !== undefined || similarity(read, typed) < ALIKE_NAMES
}

/** The share of letter pairs in common, from 0 to 1. Signs that OCR confuses count as one. */
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
