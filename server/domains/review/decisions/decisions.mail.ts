import { canResubmit } from '@stampus/contract/reasons'
import type { Correction } from '@stampus/contract/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { type MailMessage, mailOf } from '../../../platform/mail/layout.ts'
import { describeReceipt, formatDay } from '../describe-receipt.ts'
import { type DecisionNotice, findDecisionNotice } from './decisions.store.ts'

/** Handler of the mail jobs of kind `decision`: mails the owner unless the decision was revoked before. */
export function decisionMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (decisionId: number): Promise<void> => {
    const decision = await findDecisionNotice(db.pool, decisionId)
    if (decision) await mailer.send(mailOf(config, decision.email, decisionMessage(config, decision)))
  }
}

type MailSettings = Pick<Config, 'WEB_URL' | 'CURRENCY'>

/** Returns the mail about a decision, with a link to the submission. */
function decisionMessage(mailSettings: MailSettings, decision: DecisionNotice): MailMessage {
  const link = `${mailSettings.WEB_URL}/app/submissions/${decision.submissionId}`
  return {
    subject: `Your receipt was ${decision.status}`,
    greeting: `Hello ${decision.name},`,
    before: [
      describeOutcome(mailSettings, decision),
      ...describeCorrections(mailSettings, decision),
      ...describeReason(decision),
      ...describeNotes(decision),
    ],
    action: { label: 'See the submission', link },
    after: decision.status === 'rejected' ? describeNextSteps(decision) : [],
  }
}

function describeOutcome(mailSettings: MailSettings, decision: DecisionNotice): string {
  const { status, stamps } = decision
  const receipt = `${describeReceipt(mailSettings, decision)} was ${status}`
  return status === 'approved'
    ? `${receipt} and earned you ${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}.`
    : `${receipt}.`
}

function describeCorrections({ CURRENCY }: MailSettings, { corrections }: DecisionNotice): string[] {
  if (corrections.length === 0) return []
  const lines = corrections.map(({ field, typed, corrected }) => {
    const [before, after] = [formatValue(CURRENCY, field, typed), formatValue(CURRENCY, field, corrected)]
    return `${names[field]}: you typed ${before}, the receipt says ${after}`
  })
  return [['The reviewer corrected what you had typed; what the receipt says counts:', ...lines].join('\n')]
}

const names: Record<Correction['field'], string> = {
  merchant: 'Merchant',
  purchase_date: 'Purchase date',
  purchase_amount: 'Amount',
  invoice_no: 'Invoice number',
}

function formatValue(currency: string, field: Correction['field'], value: string): string {
  if (field === 'purchase_amount') return formatAmount(value, currency)
  return field === 'purchase_date' ? formatDay(value) : value
}

function describeNextSteps({ appealed, reasonCodes }: DecisionNotice): string[] {
  const resubmit = canResubmit(reasonCodes) ? ['You may send the receipt again once this is put right.'] : []
  const appeal = appealed ? [] : ['If the decision is wrong, you may appeal once, on the page of the submission.']
  const sentences = [...resubmit, ...appeal]
  return sentences.length > 0 ? [sentences.join(' ')] : []
}

function describeReason({ reason }: DecisionNotice): string[] {
  return reason ? [`Reason: ${reason}`] : []
}

function describeNotes({ notes }: DecisionNotice): string[] {
  return notes ? [`Admin Comments: ${notes}`] : []
}
