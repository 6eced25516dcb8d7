import { formatAmount, formatSen } from '@stampus/contract/values/money'
import { readableDay, readableTime } from '../dates.ts'
import { statusLabels } from '../labels/labels.ts'
import { settings } from '../settings.ts'
import { rewardStates, roleLabels, settlementLabels, stateNames, voucherStates } from './labels.ts'
import { presetReasons } from './reasons.ts'

type Field = { name?: string; text?: (value: string) => string }

const rejectionNames = Object.fromEntries(presetReasons.map(({ code, name }) => [code, name]))
const amount = { text: (value: string) => formatAmount(value, settings.currency) }
const sen = { text: (value: string) => formatSen(Number(value), settings.currency) }
const day = { text: readableDay }
const picture = { text: () => 'a picture' }
const status = { text: labelFrom(statusLabels) }

/** Fields whose wire name or value needs another label. */
const fields: Record<string, Field> = {
  active: { text: labelFrom({ yes: 'Yes', no: 'No' }) },
  addresses: { name: 'Own college email addresses' },
  admin_notes: { name: 'Admin Comments' },
  amount_from: amount,
  amount_sen: { name: 'Amount', ...sen },
  amount_to: amount,
  assignee_id: { name: 'Assigned to' },
  confirmation: {
    text: labelFrom({
      approval: 'Approval',
      adjustment: 'Stamp adjustment',
      reversal: 'Reversal',
      'not countersigned': 'Not countersigned',
      declined: 'Declined',
      withdrawn: 'Withdrawn',
    }),
  },
  content: { text: readText },
  content_ms: { text: readText },
  decided_from: day,
  decided_to: { name: 'Decided until', ...day },
  disagreement: { text: labelFrom({ open: 'Open', ...settlementLabels }) },
  end_date: { name: 'Last day', ...day },
  ends_at: { name: 'Visible until', text: readableTime },
  escalation: { name: 'Note to managers' },
  limit_30_days: { name: 'Per member, 30 days' },
  limit_total: { name: 'Per member, in all' },
  logo: picture,
  member_id: { name: 'Member' },
  merchant_id: { name: 'Merchant' },
  minimum_spend: amount,
  names_and_emails: { text: labelFrom({ yes: 'Included' }) },
  number: { name: 'Receipt or invoice' },
  operator_id: { name: 'Decided by' },
  owed: { name: 'Owed to the merchant', ...amount },
  owed_sen: { name: 'Owed to the merchant', ...sen },
  people: { name: 'Staff email addresses' },
  picture,
  published_at: { name: 'Visible from', text: readableTime },
  purchase_amount: { name: 'Amount', ...amount },
  purchase_date: day,
  purchased_on: { name: 'Purchase date', ...day },
  raised: { text: labelFrom({ escalated: 'Escalated to managers', appealed: 'Appealed' }) },
  received_from: day,
  received_to: { name: 'Received until', ...day },
  reason: { text: labelFrom({ ...rejectionNames, own_words: 'Other reason' }) },
  receipts_per_day: { name: 'Receipts per member per day' },
  rejection_reason: { name: 'Rejection reason' },
  reward_id: { name: 'Reward' },
  role: { text: labelFrom(roleLabels) },
  sen_per_stamp: { name: 'One stamp for each', ...sen },
  min_stamps_per_submission: { name: 'At least' },
  max_stamps_per_submission: { name: 'At most' },
  starts_at: { name: 'Starts', text: (value) => (value === 'now' ? 'Now' : readableTime(value)) },
  slug: { name: 'Page URL' },
  spot_check: { name: 'Spot check', ...status },
  state: { name: 'Status', text: labelFrom(stateNames({ ...rewardStates, ...voucherStates })) },
  stamps_asked: { name: 'Stamps requested' },
  start_date: { name: 'First day', ...day },
  status,
  status_asked: { name: 'Outcome requested', ...status },
  total_sen: { name: 'Total', ...sen },
  valid_days: { name: 'Days valid' },
}

/** The label of a wire field. */
export function fieldLabel(field: string): string {
  const text = field.replace(/_ms$/, ' in Malay').replaceAll('_', ' ')
  return fields[field]?.name ?? text.charAt(0).toUpperCase() + text.slice(1)
}

/** The value of a wire field as text. */
export function valueText(field: string, value: string): string {
  return fields[field]?.text?.(value) ?? value
}

function labelFrom(names: Readonly<Record<string, string>>) {
  return (value: string) => names[value] ?? value
}

/** The text of HTML, with the addresses of its links. */
function readText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const link of body.querySelectorAll('a[href]')) link.append(` (${link.getAttribute('href')})`)
  for (const block of body.querySelectorAll('p, h2, h3, li, tr')) block.append('\n')
  return body.textContent.trim()
}
