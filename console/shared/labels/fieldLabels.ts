import { formatAmount, formatSen } from '@stampus/contract/values/money'
import { readableDay, readableTime } from '../dates.ts'
import { settings } from '../settings.ts'
import fieldNames from './fieldNames.json'
import words from './labels.json'
import { closureLabels, rewardStates, roleLabels, stateNames, statusLabels, voucherStates } from './labels.ts'

type Format = (value: string) => string

const amount: Format = (value) => formatAmount(value, settings.currency)
const sen: Format = (value) => formatSen(Number(value), settings.currency)
const picture: Format = () => 'a picture'
const status = labelFrom(statusLabels)

/** How the values of fields read that are not shown as they are. */
const formats: Record<string, Format> = {
  ...forAll(['decided_from', 'decided_to', 'end_date', 'purchase_date', 'purchased_on'], readableDay),
  ...forAll(['received_from', 'received_to', 'start_date'], readableDay),
  ...forAll(['amount_from', 'amount_to', 'minimum_spend', 'owed', 'purchase_amount'], amount),
  ...forAll(['amount_sen', 'owed_sen', 'sen_per_stamp', 'total_sen'], sen),
  ...forAll(['ends_at', 'published_at'], readableTime),
  ...forAll(['logo', 'picture'], picture),
  ...forAll(['spot_check', 'status', 'status_asked'], status),
  ...forAll(['content', 'content_ms'], readText),
  active: labelFrom({ yes: 'Yes', no: 'No' }),
  confirmation: labelFrom(words.auditConfirmations),
  disagreement: labelFrom({ open: 'Open', ...closureLabels }),
  names_and_emails: labelFrom({ yes: 'Included' }),
  raised: labelFrom(words.raised),
  reason: labelFrom({ ...words.rejectionReasons, own_words: 'Other reason' }),
  role: labelFrom(roleLabels),
  starts_at: (value) => (value === 'now' ? 'Now' : readableTime(value)),
  state: labelFrom(stateNames({ ...rewardStates, ...voucherStates })),
}

/** Fields whose wire name needs another label. */
const names: Readonly<Record<string, string>> = fieldNames

export function fieldLabel(field: string): string {
  const text = field.replace(/_ms$/, ' in Malay').replaceAll('_', ' ')
  return names[field] ?? text.charAt(0).toUpperCase() + text.slice(1)
}

export function valueText(field: string, value: string): string {
  return formats[field]?.(value) ?? value
}

function forAll(fields: string[], format: Format): Record<string, Format> {
  return Object.fromEntries(fields.map((field) => [field, format]))
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
