import type { CaseFilter } from '@stampus/contract/console/contact/cases'
import type { CaseObject, CaseSubject } from '@stampus/contract/contact/cases'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import { formatAmount } from '@stampus/contract/values/money'
import { readableDay } from '../../shared/dates.ts'
import { optionsOf } from '../../shared/forms/Select.tsx'
import { settings } from '../../shared/settings.ts'

export const subjectLabels: Record<CaseSubject, string> = {
  receipt: 'A receipt',
  reward: 'A reward',
  shop: 'A shop',
  account: 'Their account',
  data: 'Their data',
}

export const subjectOptions = optionsOf('Everything', subjectLabels)

export const filterLabels: Record<CaseFilter, string> = {
  waiting: 'Waiting for an answer',
  overdue: 'Overdue',
  answered: 'Answered',
  closed: 'Closed',
}

/** What a case is about in one line: "Kopi Kita, 12 Nov 2026, RM 12.50". */
export function objectText({ name, purchase_date, purchase_amount, number }: CaseObject): string {
  return [
    name,
    ...(purchase_date ? [readableDay(purchase_date)] : []),
    ...(purchase_amount ? [formatAmount(purchase_amount, settings.currency)] : []),
    ...(number ? [readableNumber(number)] : []),
  ].join(', ')
}

const pages = { submission: 'submissions', voucher: 'vouchers', reward: 'rewards', merchant: 'merchants' }

/** The page of what a case is about. */
export function objectPage({ kind, id }: CaseObject): string {
  return `/${pages[kind]}/${id}`
}
