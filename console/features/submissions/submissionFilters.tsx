import { operatorChoices } from '@stampus/contract/console/submissions'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import { optionsOf } from '../../shared/forms/Select.tsx'
import { statusLabels } from '../../shared/labels/labels.ts'
import { presetReasons } from '../../shared/labels/reasons.ts'
import {
  dayFilter,
  type Filter,
  merchantFilter,
  options,
  recordFilter,
  search,
  unchecked,
} from '../../shared/lists/filters.tsx'
import { settings } from '../../shared/settings.ts'

const raised = { escalated: 'Escalated to managers', appealed: 'Appealed' }
const reasons = [
  { value: '', name: 'All reasons' },
  ...presetReasons.map(({ code, name }) => ({ value: code, name })),
  { value: 'own_words', name: 'Other reason' },
]
const operators = {
  ...{ call: operatorChoices, none: 'All operators', kind: 'Operator' },
  nameOf: ({ name }: { name: string }) => name,
}

const amount = (label: string): Filter => ({
  ...search(label),
  read: (given) => given && amountToSend(given, settings.currency),
})

/** The filters of the receipts. The server checks them. */
export const submissionFilters = {
  person: search('Name or email', { className: 'min-w-0' }),
  merchant_id: unchecked(merchantFilter),
  number: search('Receipt or invoice'),
  status: unchecked(options('Status', optionsOf('All statuses', statusLabels))),
  raised: unchecked(options('Escalated or appealed', optionsOf('All', raised), 'max-lg:col-span-2')),
  received_from: dayFilter('Received from'),
  received_to: dayFilter('Received until'),
  purchased_on: dayFilter('Purchase date', 'max-lg:col-span-2'),
  decided_from: dayFilter('Decided from'),
  decided_to: dayFilter('Decided until'),
  operator_id: recordFilter('Decided by', operators),
  reason: unchecked(options('Rejection reason', reasons)),
  amount_from: amount('Amount from'),
  amount_to: amount('Amount to'),
  /** Links may ask for one member. */
  member_id: {},
}
