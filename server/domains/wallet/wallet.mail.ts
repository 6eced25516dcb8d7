import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { type MailMessage, mailOf } from '../../platform/mail/layout.ts'
import { type AdjustmentToMail, findAdjustmentToMail } from './wallet.store.ts'

/** Handles mail jobs of kind `stamp-correction`: mails a member why their stamps were adjusted. */
export function stampAdjustmentMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (id: number): Promise<void> => {
    const adjustment = await findAdjustmentToMail(db.pool, id)
    if (adjustment) await mailer.send(mailOf(config, adjustment.email, adjustmentMessage(config, adjustment)))
  }
}

function adjustmentMessage(
  { WEB_URL }: Pick<Config, 'WEB_URL'>,
  { stamps, reason, balance, name }: AdjustmentToMail,
): MailMessage {
  const done = stamps > 0 ? `added ${formatStamps(stamps)} to` : `took ${formatStamps(-stamps)} from`
  return {
    subject: 'Your stamps were corrected',
    greeting: `Hello ${name},`,
    before: [`a manager ${done} your stamp card.`, `Reason: ${reason}`, `You now have ${formatStamps(balance)}.`],
    action: { label: 'See your stamps', link: `${WEB_URL}/login?redirect=${encodeURIComponent('/?stamps=all')}` },
  }
}

function formatStamps(stamps: number): string {
  return `${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}`
}
