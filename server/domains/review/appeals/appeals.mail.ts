import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { type MailMessage, mailOf } from '../../../platform/mail/letters.ts'
import { receiptInWords } from '../receipt-wording.ts'
import { type AnswerToTell, findAnswerToTell } from './appeals.admin.store.ts'

/** Mails the owner what became of their appeal. For the mail jobs of kind `appeal-answer`, by the appeal's id. */
export function appealMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (appealId: number): Promise<void> => {
    const answered = await findAnswerToTell(db.pool, appealId)
    if (answered) await mailer.send(mailOf(config, answered.email, appealLetter(config, answered)))
  }
}

/** What the owner is told of the answer to their appeal, with the way to the submission. */
export function appealLetter(config: Pick<Config, 'WEB_URL' | 'CURRENCY'>, answered: AnswerToTell): MailMessage {
  const { outcome, answer } = answered
  return {
    subject: outcome === 'kept' ? 'Your appeal was not accepted' : 'Your appeal was accepted',
    greeting: `Hello ${answered.name},`,
    before: [
      `a manager has looked at your appeal for ${receiptInWords(config, answered)}.`,
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
