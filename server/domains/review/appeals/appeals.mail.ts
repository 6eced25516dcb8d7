import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { type MailMessage, mailOf } from '../../../platform/mail/layout.ts'
import { describeReceipt } from '../describe-receipt.ts'
import { type AppealAnswerNotice, findAppealAnswerNotice } from './appeals.admin.store.ts'

/** Handler of the mail jobs of kind `appeal-answer`: mails the owner the answer to their appeal. */
export function appealMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (appealId: number): Promise<void> => {
    const answered = await findAppealAnswerNotice(db.pool, appealId)
    if (answered) await mailer.send(mailOf(config, answered.email, appealAnswerMessage(config, answered)))
  }
}

function appealAnswerMessage(config: Pick<Config, 'WEB_URL' | 'CURRENCY'>, answered: AppealAnswerNotice): MailMessage {
  const { outcome, answer } = answered
  return {
    subject: outcome === 'kept' ? 'Your appeal was not accepted' : 'Your appeal was accepted',
    greeting: `Hello ${answered.name},`,
    before: [
      `a manager has looked at your appeal for ${describeReceipt(config, answered)}.`,
      consequence[outcome],
      `Answer: ${answer}`,
    ],
    action: { label: 'See the submission', link: `${config.WEB_URL}/app/submissions/${answered.submissionId}` },
    after: outcome === 'kept' ? [] : ['You will get another email once it is decided.'],
  }
}

const consequence = {
  kept: 'The rejection stands.',
  reopened: 'The rejection was taken back, and your receipt will be reviewed once more.',
}
