import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { translatedMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { listVoidedBy, type VoidedVoucher } from '../../rewards/vouchers/below-zero.store.ts'
import { countStamps, describeReceipt } from '../decisions/decisions.mail.ts'
import { findReversalNotice, type ReversalNotice } from './reversals.store.ts'

/** Mails the owner the new status and the reason. */
export function reversalMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (reversalId: number): Promise<void> => {
    const reversal = await findReversalNotice(db.pool, reversalId)
    if (reversal) await mailer.send(mailAbout(config, reversal, await listVoidedBy(db.pool, reversalId)))
  }
}

function mailAbout(config: Config, reversal: ReversalNotice, voided: VoidedVoucher[]): Mail {
  const { name, reason, status } = reversal
  const receipt = describeReceipt(config, reversal)
  const link = `${config.WEB_URL}/app/submissions/${reversal.submissionId}`
  return translatedMail(config, reversal, {
    en: {
      subject: 'The decision on your receipt has changed',
      greeting: `Hello ${name},`,
      before: [
        `A manager has checked your receipt ${receipt.en} again.`,
        consequenceInEnglish(reversal),
        `Reason: ${reason}`,
        ...spentInEnglish(reversal, voided),
      ],
      action: { label: 'See the submission', link },
      after: status === 'pending' ? ["We'll email you when it's decided."] : [],
    },
    ms: {
      subject: 'Keputusan tentang resit anda telah berubah',
      greeting: `Helo ${name},`,
      before: [
        `Pengurus telah menyemak semula resit anda ${receipt.ms}.`,
        consequenceInMalay(reversal),
        `Sebab: ${reason}`,
        ...spentInMalay(reversal, voided),
      ],
      action: { label: 'Lihat resit', link },
      after: status === 'pending' ? ['Kami akan menghantar e-mel apabila keputusan dibuat.'] : [],
    },
  })
}

function consequenceInEnglish({ was, status, stamps }: ReversalNotice): string {
  const counted = countStamps(stamps).en
  if (status === 'approved') return `It was rejected and is now approved. It earned you ${counted}.`
  const taken = stamps === 1 ? 'The stamp it earned no longer counts.' : `The ${counted} it earned no longer count.`
  const lost = was === 'approved' && stamps > 0 ? ` ${taken}` : ''
  return `It was ${was} and ${status === 'rejected' ? 'is now rejected' : 'will be reviewed again'}.${lost}`
}

function consequenceInMalay({ was, status, stamps }: ReversalNotice): string {
  const counted = countStamps(stamps).ms
  if (status === 'approved') return `Resit ini ditolak sebelum ini dan kini diluluskan. Anda mendapat ${counted}.`
  const lost = was === 'approved' && stamps > 0 ? ` ${counted} yang diperoleh daripadanya tidak lagi dikira.` : ''
  const before = `Resit ini ${was === 'approved' ? 'diluluskan' : 'ditolak'} sebelum ini`
  return `${before} dan ${status === 'rejected' ? 'kini ditolak' : 'akan disemak sekali lagi'}.${lost}`
}

/** What follows when the stamps were already spent. */
function spentInEnglish({ balance }: ReversalNotice, voided: VoidedVoucher[]): string[] {
  const titles = voided.map(({ title }) => `"${title}"`).join(', ')
  const lost = `The stamps were already spent, so ${voided.length === 1 ? 'this voucher' : 'these vouchers'} can no longer be used: ${titles}.`
  const missing = `Your balance is ${countStamps(balance).en}. New stamps fill it up first; then you can claim rewards again.`
  return [...(voided.length > 0 ? [lost] : []), ...(balance < 0 ? [missing] : [])]
}

function spentInMalay({ balance }: ReversalNotice, voided: VoidedVoucher[]): string[] {
  const titles = voided.map(({ title, title_ms }) => `"${title_ms ?? title}"`).join(', ')
  const lost = `Cop itu telah digunakan, jadi baucar ini tidak boleh digunakan lagi: ${titles}.`
  const missing = `Baki anda ialah ${countStamps(balance).ms}. Cop baharu akan mengisinya dahulu; selepas itu anda boleh menuntut ganjaran semula.`
  return [...(voided.length > 0 ? [lost] : []), ...(balance < 0 ? [missing] : [])]
}
