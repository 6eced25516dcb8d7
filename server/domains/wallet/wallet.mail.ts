import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { translatedMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { type AdjustmentToMail, findAdjustmentToMail } from './wallet.store.ts'

/** Mails a member why their stamps were adjusted. */
export function stampAdjustmentMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (id: number): Promise<void> => {
    const adjustment = await findAdjustmentToMail(db.pool, id)
    if (adjustment) await mailer.send(mailAbout(config, adjustment))
  }
}

function mailAbout(config: Config, adjustment: AdjustmentToMail): Mail {
  const { stamps, reason, balance, name } = adjustment
  const link = `${config.WEB_URL}/login?redirect=${encodeURIComponent('/?stamps=all')}`
  return translatedMail(config, adjustment, {
    en: {
      subject: 'Your stamps were adjusted',
      greeting: `Hello ${name},`,
      before: [
        stamps > 0
          ? `A manager added ${inEnglish(stamps)} to your stamp card.`
          : `A manager took ${inEnglish(-stamps)} off your stamp card.`,
        `Reason: ${reason}`,
        `You now have ${inEnglish(balance)}.`,
      ],
      action: { label: 'See your stamps', link },
    },
    ms: {
      subject: 'Cop anda telah dilaraskan',
      greeting: `Helo ${name},`,
      before: [
        stamps > 0
          ? `Pengurus menambah ${stamps} cop pada kad cop anda.`
          : `Pengurus memotong ${-stamps} cop daripada kad cop anda.`,
        `Sebab: ${reason}`,
        `Anda kini mempunyai ${balance} cop.`,
      ],
      action: { label: 'Lihat cop anda', link },
    },
  })
}

function inEnglish(stamps: number): string {
  return `${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}`
}
