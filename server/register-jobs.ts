import { backUpRunning } from './backup-process.ts'
import type { Deps } from './deps.ts'
import { accountsMail } from './domains/accounts/accounts.mail.ts'
import { accountsCleanUp } from './domains/accounts/clean-up.ts'
import { caseAnswerMail } from './domains/contact/cases.mail.ts'
import { cashiersCleanUp, phonesCleanUp } from './domains/counters/phones/phones.service.ts'
import { failedMailCleanUp, recordFailedMail } from './domains/failed-mail/failed-mail.service.ts'
import { erasuresCleanUp } from './domains/privacy/erasures.ts'
import { handleOcrJob, ocrCleanUp } from './domains/receipt-ocr/receipt-ocr.service.ts'
import { appealMail, decisionMail, reversalMail } from './domains/review/review.mail.ts'
import { formerKeysCleanUp } from './domains/rewards/hand-overs/offline.service.ts'
import { voucherEndedMail, voucherReminderMail } from './domains/rewards/vouchers/vouchers.mail.ts'
import { vouchersCleanUp } from './domains/rewards/vouchers/vouchers.service.ts'
import { settlementMail } from './domains/settlement/settlement.mail.ts'
import { staffMail } from './domains/staff/staff.mail.ts'
import { staffCleanUp } from './domains/staff/staff-clean-up.ts'
import { idempotencyKeysCleanUp } from './domains/submissions/idempotency-keys.service.ts'
import { receiptPicturesCleanUp } from './domains/submissions/receipt-pictures.ts'
import { stampAdjustmentMail } from './domains/wallet/wallet.mail.ts'
import { findBackupKey } from './platform/backups/backup-store.ts'
import { mailFilesCleanUp } from './platform/mail/mail-files.ts'
import { limitsCleanUp } from './platform/rate-limits/rate-limits.ts'
import { repeatsCleanUp } from './platform/repeats/repeats.service.ts'
import { discardedCleanUp } from './platform/storage/discarded-files.ts'
import { uploadsCleanUp } from './platform/uploads/uploads.service.ts'

export const registerJobs = (deps: Deps): Promise<void> =>
  deps.jobs.start({
    mail: {
      ...accountsMail(deps),
      ...staffMail(deps),
      decision: decisionMail(deps),
      'appeal-answer': appealMail(deps),
      reversal: reversalMail(deps),
      'stamp-correction': stampAdjustmentMail(deps),
      'voucher-ended': voucherEndedMail(deps),
      'voucher-reminder': voucherReminderMail(deps),
      ...settlementMail(deps),
      'case-answer': caseAnswerMail(deps),
    },
    failedMail: recordFailedMail(deps),
    ocr: deps.config.RECEIPT_OCR === 'on' ? handleOcrJob(deps) : undefined,
    backup: dailyBackup(deps),
    cleanUp: {
      ...accountsCleanUp(deps),
      ...staffCleanUp(deps),
      ...phonesCleanUp(deps),
      ...cashiersCleanUp(deps),
      ...limitsCleanUp(deps),
      ...idempotencyKeysCleanUp(deps),
      ...repeatsCleanUp(deps),
      ...failedMailCleanUp(deps),
      ...mailFilesCleanUp(deps),
      ...uploadsCleanUp(deps),
      ...receiptPicturesCleanUp(deps),
      ...ocrCleanUp(deps),
      ...vouchersCleanUp(deps),
      ...formerKeysCleanUp(deps),
      ...erasuresCleanUp(deps),
      // After the parts above, which discard files.
      ...discardedCleanUp(deps),
      'uploads broken off': () => deps.incoming.removeLeftovers(deps.now()),
    },
  })

function dailyBackup(deps: Deps) {
  const { config, log } = deps
  const [hour, minute] = config.BACKUP_TIME.split(':').map(Number)
  const isOn = config.BACKUP_TIME !== 'off' && findBackupKey(config) !== undefined
  return {
    cron: isOn ? `${minute} ${hour} * * *` : undefined,
    tz: config.TIME_ZONE,
    run: async () => {
      const report = (line: string) => log.info({ backup: line }, 'backing up')
      log.info({ backup: await backUpRunning(deps, report) }, 'backed up and rehearsed')
    },
  }
}
