import type { Deps } from '../../deps.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { mailOf } from '../../platform/mail/layout.ts'
import { passwordLetter, secondFactorResetLetter } from './letters.ts'
import { findOperator } from './operators.store.ts'
import { passwordLink } from './sessions/links.service.ts'
import { findLinkHolder } from './sessions/links.store.ts'

/** Sends the mails to operators, if what they are about still stands. */
export function operatorsMail(deps: Deps): Pick<JobHandlers['mail'], 'operator-link' | 'second-factor-reset'> {
  return {
    'operator-link': (linkId) => sendPasswordLink(deps, linkId),
    'second-factor-reset': (operatorId) => tellReset(deps, operatorId),
  }
}

async function sendPasswordLink({ db, config, mailer, now }: Deps, linkId: number): Promise<void> {
  const holder = await findLinkHolder(db.pool, linkId)
  const operator = holder === undefined ? undefined : await findOperator(db.pool, holder)
  if (!operator) return
  const { name, email, password_hash } = operator
  const link = passwordLink(config, linkId, operator, now())
  await mailer.send(mailOf(config, email, passwordLetter(config, { name, link, invited: password_hash === null })))
}

async function tellReset({ db, config, mailer }: Deps, operatorId: number): Promise<void> {
  const operator = await findOperator(db.pool, operatorId)
  if (operator) await mailer.send(mailOf(config, operator.email, secondFactorResetLetter(config, operator)))
}
