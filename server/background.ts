import { accountsCleanUp, accountsMail } from './accounts/mail.ts'
import type { Deps } from './deps.ts'
import { decisionMail } from './review/decision-letter.ts'
import { removeOldKeys } from './submissions/keys.ts'

/** Begins the work that goes on beside requests: mail, and the hourly clean-up. */
export function startBackground(deps: Deps): Promise<void> {
  return deps.jobs.start({
    mail: { ...accountsMail(deps), decision: decisionMail(deps) },
    cleanUp: [...accountsCleanUp(deps), () => removeOldKeys(deps)],
  })
}
