import { canResubmit } from '@stampus/contract/reasons'
import { reasonInMalay } from '@stampus/contract/reasonTexts'
import { formatDay } from '@stampus/contract/values/days'
import { formatAmount, formatSen } from '@stampus/contract/values/money'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { fillText, storedMail } from '../../platform/mail/layout.ts'
import { mailJob } from '../../platform/mail/mail-jobs.ts'
import { listVoidedBy } from '../rewards/vouchers/vouchers.store.ts'
import { countStamps } from '../wallet/wallet.mail.ts'
import { findAppealAnswerNotice } from './appeals/appeals.admin.store.ts'
import { type DecisionNotice, findDecisionNotice, type ReceiptNotice } from './decisions.store.ts'
import { findReversalNotice } from './reversals/reversals.store.ts'
import messages from './review.mail.json' with { type: 'json' }

/** What every mail about a receipt names. */
function receiptValues({ WEB_URL, CURRENCY }: Config, receipt: ReceiptNotice) {
  const { name, merchant, purchaseDate, invoiceNo: invoice, amountSen, submissionId, language } = receipt
  const amount = formatSen(amountSen, CURRENCY)
  const link = `${WEB_URL}/app/submissions/${submissionId}`
  return { name, merchant, invoice, amount, link, date: formatDay(purchaseDate, language ?? 'en') }
}

/** Mails the owner unless the decision was revoked before. Words of people stay as they were typed. */
export const decisionMail = mailJob(findDecisionNotice, (config, decision) => {
  const { status, reason, notes, stamps, appealed, reasonCodes, language } = decision
  const { resubmit, appeal } = messages.parts[language ?? 'en']
  const nextSteps = [...(canResubmit(reasonCodes) ? [resubmit] : []), ...(appealed ? [] : [appeal])]
  return storedMail(config, decision, messages[status], {
    ...receiptValues(config, decision),
    stamps: countStamps(stamps, language),
    corrections: describeCorrections(config, decision),
    reason: (language === 'ms' && reason ? reasonInMalay(reason) : reason) || null,
    notes: notes || null,
    nextSteps: nextSteps.join(' ') || null,
  })
})

function describeCorrections({ CURRENCY }: Config, { corrections, language }: DecisionNotice): string | null {
  const texts = messages.parts[language ?? 'en']
  const lines = corrections.map(({ field, typed, corrected }) => {
    const shown = (text: string) => {
      if (field === 'purchase_amount') return formatAmount(text, CURRENCY)
      return field === 'purchase_date' ? formatDay(text, language ?? 'en') : text
    }
    return fillText(texts.correction, { fact: texts.facts[field], typed: shown(typed), corrected: shown(corrected) })
  })
  return lines.length > 0 ? [texts.corrections, ...lines].join('\n') : null
}

/** Mails the owner the answer to their appeal. */
export const appealMail = mailJob(findAppealAnswerNotice, (config, appeal) => {
  const { outcome, answer } = appeal
  return storedMail(config, appeal, messages.appeal[outcome], { ...receiptValues(config, appeal), answer })
})

/** Mails the owner the new status, the reason, and what follows when the stamps were already spent. */
export const reversalMail = mailJob(findReversal, (config, reversal) => {
  const { was, status, reason, balance, voided, language } = reversal
  const texts = messages.parts[language ?? 'en']
  const stamps = countStamps(reversal.stamps, language)
  const lost = reversal.stamps === 1 ? texts.lostStamp : texts.lostStamps
  const titles = voided.map(({ title, title_ms }) => `"${(language === 'ms' && title_ms) || title}"`).join(', ')
  return storedMail(config, reversal, messages.reversal[status], {
    ...receiptValues(config, reversal),
    stamps,
    was: texts[was],
    lost: was === 'approved' && reversal.stamps > 0 ? ` ${fillText(lost, { stamps })}` : '',
    reason,
    voidedVoucher: voided.length === 1 ? titles : null,
    voidedVouchers: voided.length > 1 ? titles : null,
    negativeBalance: balance < 0 ? countStamps(balance, language) : null,
  })
})

async function findReversal(db: Queryable, id: number) {
  const reversal = await findReversalNotice(db, id)
  return reversal && { ...reversal, voided: await listVoidedBy(db, id) }
}
