import type { Deps } from '../../../deps.ts'
import { mailOf } from '../../../platform/mail/letters.ts'
import { appealLetter } from './appeal-letter.ts'
import { findAnswerToTell } from './appeals.admin.store.ts'

/** Mails the owner what became of their appeal. For the mail jobs of kind `appeal-answer`, by the appeal's id. */
export function appealMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (appealId: number): Promise<void> => {
    const answered = await findAnswerToTell(db.pool, appealId)
    if (answered) await mailer.send(mailOf(config, answered.email, appealLetter(config, answered)))
  }
}
