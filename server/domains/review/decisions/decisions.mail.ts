import { canResubmit } from '@stampus/contract/reasons'
import { reasonInMalay } from '@stampus/contract/reasonTexts'
import type { Correction } from '@stampus/contract/submissions'
import { formatDay } from '@stampus/contract/values/days'
import type { Language } from '@stampus/contract/values/languages'
import { decimalAmount, formatAmount } from '@stampus/contract/values/money'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { translatedMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { type DecisionNotice, findDecisionNotice, type NamedReceipt } from '../decisions.store.ts'

/** Mails the owner unless the decision was revoked before. */
export function decisionMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (decisionId: number): Promise<void> => {
    const decision = await findDecisionNotice(db.pool, decisionId)
    if (decision) await mailer.send(mailAbout(config, decision))
  }
}

/** The mail about a decision, with a link to the submission. Words of people stay as they were typed. */
function mailAbout(config: Config, decision: DecisionNotice): Mail {
  const { name, status, reason, notes } = decision
  const link = `${config.WEB_URL}/app/submissions/${decision.submissionId}`
  const [receipt, stamps] = [describeReceipt(config, decision), countStamps(decision.stamps)]
  return translatedMail(config, decision, {
    en: {
      subject: `Your receipt was ${status}`,
      greeting: `Hello ${name},`,
      before: [
        `Your receipt ${receipt.en} was ${status === 'approved' ? `approved and earned you ${stamps.en}` : 'rejected'}.`,
        ...describeCorrections(config, decision, 'en'),
        ...(reason ? [`Reason: ${reason}`] : []),
        ...(notes ? [`Admin Comments: ${notes}`] : []),
      ],
      action: { label: 'See the submission', link },
      after: describeNextSteps(decision, {
        resubmit: 'You can send the receipt again once this is fixed.',
        appeal: 'If you think the decision is wrong, you can appeal once. Open the submission to do so.',
      }),
    },
    ms: {
      subject: `Resit anda ${status === 'approved' ? 'diluluskan' : 'ditolak'}`,
      greeting: `Helo ${name},`,
      before: [
        status === 'approved'
          ? `Resit anda ${receipt.ms} telah diluluskan. Anda mendapat ${stamps.ms}.`
          : `Resit anda ${receipt.ms} telah ditolak.`,
        ...describeCorrections(config, decision, 'ms'),
        ...(reason ? [`Sebab: ${reasonInMalay(reason)}`] : []),
        ...(notes ? [`Komen Pentadbir: ${notes}`] : []),
      ],
      action: { label: 'Lihat resit', link },
      after: describeNextSteps(decision, {
        resubmit: 'Anda boleh hantar resit ini sekali lagi selepas perkara ini dibetulkan.',
        appeal:
          'Jika anda rasa keputusan ini salah, anda boleh membuat rayuan sekali sahaja. Buka resit itu untuk membuatnya.',
      }),
    },
  })
}

type Field = Correction['field']

type CorrectionTexts = {
  intro: string
  names: Record<Field, string>
  line: (name: string, typed: string, corrected: string) => string
}

const correctionTexts: Record<Language, CorrectionTexts> = {
  en: {
    intro: 'The receipt differs from what you typed, so we used what is on the receipt:',
    names: {
      merchant: 'Merchant',
      purchase_date: 'Purchase date',
      purchase_amount: 'Amount',
      invoice_no: 'Invoice number',
    },
    line: (name, typed, corrected) => `${name}: you typed ${typed}, the receipt says ${corrected}`,
  },
  ms: {
    intro: 'Resit berbeza daripada yang anda taip, jadi kami guna maklumat pada resit:',
    names: {
      merchant: 'Peniaga',
      purchase_date: 'Tarikh pembelian',
      purchase_amount: 'Jumlah',
      invoice_no: 'Nombor invois',
    },
    line: (name, typed, corrected) => `${name}: anda taip ${typed}, pada resit ${corrected}`,
  },
}

function describeCorrections({ CURRENCY }: Config, { corrections }: DecisionNotice, language: Language): string[] {
  if (corrections.length === 0) return []
  const { intro, names, line } = correctionTexts[language]
  const value = (field: Field, text: string) => {
    if (field === 'purchase_amount') return formatAmount(text, CURRENCY)
    return field === 'purchase_date' ? formatDay(text, language) : text
  }
  const lines = corrections.map(({ field, typed, corrected }) =>
    line(names[field], value(field, typed), value(field, corrected)),
  )
  return [[intro, ...lines].join('\n')]
}

/** What the owner of a rejected receipt can still do, in one paragraph. */
function describeNextSteps(
  { status, appealed, reasonCodes }: DecisionNotice,
  sentences: { resubmit: string; appeal: string },
): string[] {
  if (status !== 'rejected') return []
  const steps = [...(canResubmit(reasonCodes) ? [sentences.resubmit] : []), ...(appealed ? [] : [sentences.appeal])]
  return steps.length > 0 ? [steps.join(' ')] : []
}

/** Describes a receipt in each language, to follow "your receipt": `of RM 12.00 from Kopi Kita dated 12 Nov 2026 (invoice 88)`. */
export function describeReceipt(
  { CURRENCY }: Pick<Config, 'CURRENCY'>,
  { merchant, purchaseDate, invoiceNo, amountSen }: NamedReceipt,
): Record<Language, string> {
  const amount = formatAmount(decimalAmount(amountSen), CURRENCY)
  return {
    en: `of ${amount} from ${merchant} dated ${formatDay(purchaseDate)} (invoice ${invoiceNo})`,
    ms: `berjumlah ${amount} daripada ${merchant} bertarikh ${formatDay(purchaseDate, 'ms')} (invois ${invoiceNo})`,
  }
}

export function countStamps(stamps: number): Record<Language, string> {
  return { en: `${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}`, ms: `${stamps} cop` }
}
