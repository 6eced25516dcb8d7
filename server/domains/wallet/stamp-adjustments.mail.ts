import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { type MailMessage, mailOf } from '../../platform/mail/layout.ts'
import { type CorrectionToTell, findCorrectionToTell } from './stamp-adjustments.store.ts'

/** Mails a member why their stamps were corrected. For the mail jobs of kind `stamp-correction`. */
export function correctionMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (correctionId: number): Promise<void> => {
    const correction = await findCorrectionToTell(db.pool, correctionId)
    if (correction) await mailer.send(mailOf(config, correction.email, letterOf(config, correction)))
  }
}

function letterOf(
  { WEB_URL }: Pick<Config, 'WEB_URL'>,
  { stamps, reason, balance, name }: CorrectionToTell,
): MailMessage {
  const done = stamps > 0 ? `added ${counted(stamps)} to` : `took ${counted(-stamps)} from`
  return {
    subject: 'Your stamps were corrected',
    greeting: `Hello ${name},`,
    before: [`a manager ${done} your stamp card.`, `Reason: ${reason}`, `You now have ${counted(balance)}.`],
    action: { label: 'See your stamps', link: `${WEB_URL}/login?redirect=${encodeURIComponent('/?stamps=all')}` },
  }
}

function counted(stamps: number): string {
  return `${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}`
}
