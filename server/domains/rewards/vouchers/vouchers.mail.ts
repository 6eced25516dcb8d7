import { formatDay } from '@stampus/contract/values/days'
import type { Config } from '../../../config.ts'
import { fillText, storedMail } from '../../../platform/mail/layout.ts'
import { mailJob } from '../../../platform/mail/mail-jobs.ts'
import messages from './vouchers.mail.json' with { type: 'json' }
import { isReady } from './vouchers.service.ts'
import { findVoucherToMail, type VoucherToMail } from './vouchers.store.ts'

/** Handles mail jobs of kind `voucher-ended`: a voucher was voided by a manager, or its reward was recalled. */
export const voucherEndedMail = mailJob(findVoucherToMail, (config, voucher) => {
  if (voucher.state !== 'voided') return undefined
  const message = voucher.used_at ? messages.cancelledUsed : messages.cancelled
  return storedMail(config, voucher, message, {
    ...valuesOf(config, voucher),
    reason: voucher.reason ?? '',
    stampsBack: describeStampsBack(voucher),
  })
})

/** Handles mail jobs of kind `voucher-reminder`: a voucher that is still ready expires in three days. */
export const voucherReminderMail = mailJob(findVoucherToMail, (config, voucher, now) => {
  if (!isReady(voucher, now)) return undefined
  const lastDay = { en: formatDay(voucher.last_day), ms: formatDay(voucher.last_day, 'ms') }
  return storedMail(config, voucher, messages.reminder, { ...valuesOf(config, voucher), lastDay })
})

function describeStampsBack({ stamps, stamps_back: isReturned, language }: VoucherToMail): string {
  const texts = messages.parts[language ?? 'en']
  if (!isReturned) return texts.noStampsBack
  return fillText(stamps === 1 ? texts.oneStampBack : texts.stampsBack, { stamps: String(stamps) })
}

function valuesOf({ WEB_URL }: Config, { name, title, title_ms }: VoucherToMail) {
  const link = `${WEB_URL}/login?redirect=${encodeURIComponent('/app/history')}`
  return { name, title: { en: title, ms: title_ms ?? title }, link }
}
