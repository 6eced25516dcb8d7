import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { type MailMessage, mailOf } from '../../../platform/mail/layout.ts'
import { describeReceipt } from '../describe-receipt.ts'
import { findReversalNotice, type ReversalNotice } from './reversals.store.ts'

/** Handler of the mail jobs of kind `reversal`: mails the owner the new status and the reason. */
export function reversalMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (reversalId: number): Promise<void> => {
    const reversal = await findReversalNotice(db.pool, reversalId)
    if (reversal) await mailer.send(mailOf(config, reversal.email, reversalMessage(config, reversal)))
  }
}

function reversalMessage(config: Pick<Config, 'WEB_URL' | 'CURRENCY'>, reversal: ReversalNotice): MailMessage {
  return {
    subject: 'A decision on your receipt was changed',
    greeting: `Hello ${reversal.name},`,
    before: [
      `a manager has looked again at ${describeReceipt(config, reversal)}.`,
      describeConsequence(reversal),
      `Reason: ${reversal.reason}`,
    ],
    action: { label: 'See the submission', link: `${config.WEB_URL}/app/submissions/${reversal.submissionId}` },
    after: reversal.status === 'pending' ? ['You will get another email once it is decided.'] : [],
  }
}

function describeConsequence({ was, status, stamps }: ReversalNotice): string {
  const counted = `${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}`
  if (status === 'approved') return `It was rejected and is now approved: it earned you ${counted}.`
  const lost = was === 'approved' && stamps > 0 ? ` It had earned ${counted}, which no longer count.` : ''
  const now = status === 'rejected' ? 'It is now rejected.' : 'It waits for another review.'
  return `The decision was taken back. ${now}${lost}`
}
