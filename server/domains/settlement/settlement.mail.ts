import { formatMonth } from '@stampus/contract/values/days'
import { formatSen } from '@stampus/contract/values/money'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { linkInLanguage, translatedMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import {
  type DisputeRecipient,
  findDisputeRecipient,
  findStatementRecipient,
  type StatementRecipient,
} from './disputes.store.ts'

/** Sends the mails about statements, unless the owner has lost the merchant meanwhile. */
export function settlementMail(
  deps: Pick<Deps, 'db' | 'config' | 'mailer'>,
): Pick<JobHandlers['mail'], 'statement-issued' | 'dispute-answered'> {
  const { db, config, mailer } = deps
  return {
    'statement-issued': async (id) => {
      const to = await findStatementRecipient(db.pool, id)
      if (to) await mailer.send(issuedMail(config, to))
    },
    'dispute-answered': async (id) => {
      const to = await findDisputeRecipient(db.pool, id)
      if (to) await mailer.send(answeredMail(config, to))
    },
  }
}

function issuedMail(config: Config, to: StatementRecipient): Mail {
  const { name, merchant_name: merchant, lines } = to
  const total = formatSen(to.total_sen, config.CURRENCY)
  const link = linkTo(config, to)
  return translatedMail(config, to, {
    en: {
      subject: `Statement of ${merchant} for ${formatMonth(to.month)}`,
      greeting: `Hello ${name},`,
      before: [
        `The statement of ${merchant} for ${formatMonth(to.month)} is ready: ${total} for ${lines === 1 ? '1 line' : `${lines} lines`}.`,
        'Please check it. You can accept it, or dispute single lines.',
      ],
      action: { label: 'See the statement', link },
    },
    ms: {
      subject: `Penyata ${merchant} bagi ${formatMonth(to.month, 'ms')}`,
      greeting: `Salam ${name},`,
      before: [
        `Penyata ${merchant} bagi ${formatMonth(to.month, 'ms')} sudah sedia: ${total} untuk ${lines} baris.`,
        'Sila semak penyata ini. Anda boleh menerimanya, atau mempertikaikan baris tertentu.',
      ],
      action: { label: 'Lihat penyata', link },
    },
  })
}

function answeredMail(config: Config, to: DisputeRecipient): Mail {
  const { name, merchant_name: merchant, reason, answer, adjusted_sen: adjusted } = to
  const amount = formatSen(adjusted, config.CURRENCY)
  const link = linkTo(config, to)
  return translatedMail(config, to, {
    en: {
      subject: `Answer about the statement of ${merchant} for ${formatMonth(to.month)}`,
      greeting: `Hello ${name},`,
      before: [
        `You wrote: ${reason}`,
        `Our answer: ${answer}`,
        adjusted === 0 ? 'The amount stays as it is.' : `The next statement has a line of ${amount} for it.`,
      ],
      action: { label: 'See the statement', link },
    },
    ms: {
      subject: `Jawapan tentang penyata ${merchant} bagi ${formatMonth(to.month, 'ms')}`,
      greeting: `Salam ${name},`,
      before: [
        `Anda menulis: ${reason}`,
        `Jawapan kami: ${answer}`,
        adjusted === 0 ? 'Jumlahnya tidak berubah.' : `Penyata seterusnya mempunyai satu baris ${amount} untuknya.`,
      ],
      action: { label: 'Lihat penyata', link },
    },
  })
}

function linkTo({ COUNTER_URL, WEB_URL }: Config, { merchant_id: id, month, language }: StatementRecipient): string {
  return linkInLanguage(`${COUNTER_URL ?? WEB_URL}/counter/owner/shops/${id}/statements/${month}`, language)
}
