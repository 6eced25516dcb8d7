import type { CaseObject, CaseSubject, CaseState as State } from '@stampus/contract/contact/cases'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { formatAmount } from '@stampus/contract/values/money'
import { CircleCheck, Hourglass, MessagesSquare } from 'lucide-react'
import * as sentences from '#sentences'
import * as words from '#words'
import type { AskedObject } from '../../shared/caseObjects.ts'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'

export const subjectNames: Record<CaseSubject, string> = {
  receipt: words.caseReceipt,
  reward: words.caseReward,
  shop: words.caseShop,
  account: words.caseAccount,
  data: words.caseData,
}

const stateNames: Record<State, string> = {
  open: words.caseWaiting,
  reopened: words.caseWaiting,
  answered: words.caseAnswered,
  closed: words.caseClosed,
}

/** What a case is about in one line: "Kopi Kita · 12 Nov 2026 · RM 12.50". */
export function objectText({ name, name_ms, purchase_date, purchase_amount, number }: AskedObject): string {
  return [
    localText(name, name_ms).text,
    ...(purchase_date ? [readableDay(purchase_date)] : []),
    ...(purchase_amount ? [formatAmount(purchase_amount, settings.currency)] : []),
    ...(number ? [sentences.caseVoucher(readableNumber(number)).replaceAll(' ', '\u00a0')] : []),
  ].join(' · ')
}

export const objectPage = ({ kind, id }: CaseObject): string => linkTo(kind, { id })

export const casePage = (id: number) => `${linkTo('contact')}/${id}`

const icons = { open: Hourglass, reopened: Hourglass, answered: MessagesSquare, closed: CircleCheck }

export function CaseState({ state }: { state: State }) {
  const Icon = icons[state]
  const look = state === 'answered' ? 'text-blue' : 'text-muted'
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium text-small ${look}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {stateNames[state]}
    </span>
  )
}
