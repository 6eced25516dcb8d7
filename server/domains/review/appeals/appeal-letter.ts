import type { Config } from '../../../config.ts'
import type { MailMessage } from '../../../platform/mail/letters.ts'
import { receiptInWords } from '../receipt-wording.ts'
import type { AnswerToTell } from './appeals.admin.store.ts'

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
