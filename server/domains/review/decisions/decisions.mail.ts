import type { Deps } from '../../../deps.ts'
import { mailOf } from '../../../platform/mail/letters.ts'
import { decisionLetter } from './decision-letter.ts'
import { findToTell } from './decisions.store.ts'

/** Mails the owner about a decision, unless it was taken back by then (D-45). For the mail jobs of kind `decision`. */
export function decisionMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (decisionId: number): Promise<void> => {
    const decision = await findToTell(db.pool, decisionId)
    if (decision) await mailer.send(mailOf(config, decision.email, decisionLetter(config, decision)))
  }
}
