import type { Language } from '@stampus/contract/values/languages'
import { storedMail } from '../../platform/mail/layout.ts'
import { mailJob } from '../../platform/mail/mail-jobs.ts'
import messages from './wallet.mail.json' with { type: 'json' }
import { findStampAdjustmentToMail } from './wallet.store.ts'

export const stampAdjustmentMail = mailJob(findStampAdjustmentToMail, (config, adjustment) => {
  const { stamps, reason, balance, name, language } = adjustment
  return storedMail(config, adjustment, stamps > 0 ? messages.added : messages.taken, {
    name,
    reason,
    stamps: countStamps(Math.abs(stamps), language),
    balance: countStamps(balance, language),
    link: `${config.WEB_URL}/login?redirect=${encodeURIComponent('/?stamps=all')}`,
  })
})

export function countStamps(stamps: number, language: Language | null): string {
  return `${stamps} ${language === 'ms' ? 'cop' : stamps === 1 ? 'stamp' : 'stamps'}`
}
