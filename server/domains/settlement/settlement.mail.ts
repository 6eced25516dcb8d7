import { formatMonth } from '@stampus/contract/values/days'
import { formatSen } from '@stampus/contract/values/money'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { fillText, linkInLanguage, storedMail } from '../../platform/mail/layout.ts'
import { mailJob } from '../../platform/mail/mail-jobs.ts'
import { findDisputeRecipient, findStatementRecipient, type StatementRecipient } from './questions.store.ts'
import messages from './settlement.mail.json' with { type: 'json' }

const statementIssuedMail = mailJob(findStatementRecipient, (config, to) => {
  const texts = messages.parts[to.language]
  const lines = fillText(to.lines === 1 ? texts.oneLine : texts.lines, { lines: String(to.lines) })
  const total = formatSen(to.total_sen, config.CURRENCY)
  return storedMail(config, to, messages.issued, { ...valuesOf(config, to), total, lines })
})

const disputeAnsweredMail = mailJob(findDisputeRecipient, (config, to) => {
  const { reason, answer, adjusted_sen: adjusted } = to
  const message = adjusted === 0 ? messages.answeredWithoutAmount : messages.answered
  const amount = formatSen(adjusted, config.CURRENCY)
  return storedMail(config, to, message, { ...valuesOf(config, to), reason, answer, amount })
})

/** Sends the mails about statements, unless the owner has lost the merchant meanwhile. */
export const settlementMail = (deps: Pick<Deps, 'db' | 'config' | 'mailer' | 'now'>) => ({
  'statement-issued': statementIssuedMail(deps),
  'dispute-answered': disputeAnsweredMail(deps),
})

function valuesOf({ COUNTER_URL, WEB_URL }: Config, { name, merchant_id, merchant_name, ...to }: StatementRecipient) {
  const page = `${COUNTER_URL ?? WEB_URL}/counter/owner/shops/${merchant_id}/statements/${to.month}`
  const month = { en: formatMonth(to.month), ms: formatMonth(to.month, 'ms') }
  return { name, merchant: merchant_name, month, link: linkInLanguage(page, to.language) }
}
