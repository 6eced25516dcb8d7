import { accountsCleanUp } from './accounts/clean-up.ts'
import { accountsMail } from './accounts/mail.ts'
import type { Deps } from './deps.ts'
import { discardedCleanUp } from './files/discarded.ts'
import { limitsCleanUp } from './limits/limits.ts'
import { operatorsCleanUp } from './operators/sessions.ts'
import { appealMail } from './review/appeal-mail.ts'
import { decisionMail } from './review/decision-mail.ts'
import { clearOldKeys } from './submissions/keys.ts'

/** Begins the work that goes on beside requests: mail, and the hourly clean-up. */
export function startBackground(deps: Deps): Promise<void> {
  return deps.jobs.start({
    mail: { ...accountsMail(deps), decision: decisionMail(deps), 'appeal-answer': appealMail(deps) },
    cleanUp: [
      ...accountsCleanUp(deps),
      ...operatorsCleanUp(deps),
      ...limitsCleanUp(deps),
      ...discardedCleanUp(deps),
      () => clearOldKeys(deps),
      () => deps.incoming.clearLeftOvers(deps.now()),
    ],
  })
}
