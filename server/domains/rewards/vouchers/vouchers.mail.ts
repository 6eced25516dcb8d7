import { formatDay } from '@stampus/contract/values/days'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { translatedMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { isReady } from './vouchers.service.ts'
import { findVoucherToMail, type VoucherToMail } from './vouchers.store.ts'

/** Handles mail jobs of kind `voucher-ended`: a voucher was voided by a manager, or its reward was recalled. */
export function voucherEndedMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (id: number): Promise<void> => {
    const voucher = await findVoucherToMail(db.pool, id)
    if (voucher?.state === 'voided') await mailer.send(endedMail(config, voucher))
  }
}

/** Handles mail jobs of kind `voucher-reminder`: a voucher that is still ready expires in three days. */
export function voucherReminderMail({ db, config, mailer, now }: Pick<Deps, 'db' | 'config' | 'mailer' | 'now'>) {
  return async (id: number): Promise<void> => {
    const voucher = await findVoucherToMail(db.pool, id)
    if (voucher && isReady(voucher, now())) await mailer.send(reminderMail(config, voucher))
  }
}

function endedMail(config: Config, voucher: VoucherToMail): Mail {
  const { name, stamps, stamps_back: isReturned, used_at, reason } = voucher
  return translatedMail(config, voucher, {
    en: {
      subject: 'Your voucher was cancelled',
      greeting: `Hello ${name},`,
      before: [
        used_at
          ? `Your voucher for "${voucher.title}" was handed over and has been cancelled.`
          : `Your voucher for "${voucher.title}" can no longer be used.`,
        `Reason: ${reason}`,
        isReturned
          ? `You got ${stamps === 1 ? 'its stamp' : `its ${stamps} stamps`} back.`
          : 'Its stamps were not given back.',
      ],
      action: { label: 'See your vouchers', link: linkTo(config) },
    },
    ms: {
      subject: 'Baucar anda telah dibatalkan',
      greeting: `Helo ${name},`,
      before: [
        used_at
          ? `Baucar anda untuk "${voucher.title_ms ?? voucher.title}" telah digunakan dan kemudian dibatalkan.`
          : `Baucar anda untuk "${voucher.title_ms ?? voucher.title}" tidak boleh digunakan lagi.`,
        `Sebab: ${reason}`,
        isReturned ? `${stamps} cop telah dikembalikan kepada anda.` : 'Copnya tidak dikembalikan.',
      ],
      action: { label: 'Lihat baucar anda', link: linkTo(config) },
    },
  })
}

function reminderMail(config: Config, voucher: VoucherToMail): Mail {
  const { name } = voucher
  return translatedMail(config, voucher, {
    en: {
      subject: 'Your voucher expires soon',
      greeting: `Hello ${name},`,
      before: [
        `Your voucher for "${voucher.title}" can be used until ${formatDay(voucher.last_day)}.`,
        'After that day it expires, and you get its stamps back.',
      ],
      action: { label: 'See your vouchers', link: linkTo(config) },
    },
    ms: {
      subject: 'Baucar anda akan tamat tempoh tidak lama lagi',
      greeting: `Helo ${name},`,
      before: [
        `Baucar anda untuk "${voucher.title_ms ?? voucher.title}" boleh digunakan sehingga ${formatDay(voucher.last_day, 'ms')}.`,
        'Selepas hari itu baucar ini tamat tempoh, dan copnya dikembalikan kepada anda.',
      ],
      action: { label: 'Lihat baucar anda', link: linkTo(config) },
    },
  })
}

function linkTo({ WEB_URL }: Config): string {
  return `${WEB_URL}/login?redirect=${encodeURIComponent('/app/history')}`
}
