import type { Mailer } from '../mail/mailer.ts'
import { MailRefused } from '../mail/refused-recipient.ts'
import type { Metrics } from './metrics.ts'

/** A mailer whose tries are counted. */
export function countedMailer(mailer: Mailer, { mails }: Metrics): Mailer {
  return {
    ...mailer,
    send: async (mail) => {
      try {
        await mailer.send(mail)
        mails.inc({ outcome: 'sent' })
      } catch (fault) {
        mails.inc({ outcome: fault instanceof MailRefused ? 'refused' : 'failed' })
        throw fault
      }
    },
  }
}
