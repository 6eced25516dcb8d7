import type { MailKind } from '@stampus/contract/console/failedMail'

/** What a mail is about, in words. */
export const kindNames: Record<MailKind, string> = {
  verification: 'Verification link',
  'email-change': 'Link to a new address',
  'email-change-notice': 'Notice of a new address',
  'password-reset': 'Link to a new password',
  unlock: 'Link that unlocks a browser',
  decision: 'Decision on a receipt',
  'appeal-answer': 'Answer to an appeal',
  reversal: 'Reversal of a decision',
  'stamp-correction': 'Correction of stamps',
  'operator-link': 'Link to a console password',
  'second-factor-reset': 'Reset of the second factor',
}
