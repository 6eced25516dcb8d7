import { accountsCleanUp } from './accounts/clean-up.ts'
import { accountsMail } from './accounts/mail.ts'
import type { Deps } from './deps.ts'
import { discardedCleanUp } from './files/discarded.ts'
import { uploadsCleanUp } from './images/uploads.ts'
import { limitsCleanUp } from './limits/limits.ts'
import { mailFilesCleanUp } from './mail/files.ts'
import { operatorsMail } from './operators/mail.ts'
import { operatorsCleanUp } from './operators/sessions.ts'
import { readingsCleanUp, readWaiting } from './reading/readings.ts'
import { appealMail } from './review/appeal-mail.ts'
import { decisionMail } from './review/decision-mail.ts'
import { reversalMail } from './review/reversal-mail.ts'
import { keysCleanUp } from './submissions/keys.ts'
import { picturesCleanUp } from './submissions/old-pictures.ts'
import { keepUndelivered, undeliveredCleanUp } from './undelivered/undelivered.ts'
import { correctionMail } from './wallet/correction-mail.ts'

/** Begins the work that goes on beside requests: mail, reading, and the hourly clean-up. */
export function startBackground(deps: Deps): Promise<void> {
  return deps.jobs.start({
    mail: {
      ...accountsMail(deps),
      ...operatorsMail(deps),
      decision: decisionMail(deps),
      'appeal-answer': appealMail(deps),
      reversal: reversalMail(deps),
      'stamp-correction': correctionMail(deps),
    },
    undelivered: keepUndelivered(deps),
    reading: deps.config.READING === 'on' ? readWaiting(deps) : undefined,
    cleanUp: {
      ...accountsCleanUp(deps),
      ...operatorsCleanUp(deps),
      ...limitsCleanUp(deps),
      ...keysCleanUp(deps),
      ...undeliveredCleanUp(deps),
      ...mailFilesCleanUp(deps),
      ...uploadsCleanUp(deps),
      ...picturesCleanUp(deps),
      ...readingsCleanUp(deps),
      // What the parts above let go of.
      ...discardedCleanUp(deps),
      'uploads broken off': () => deps.incoming.clearLeftOvers(deps.now()),
    },
  })
}
