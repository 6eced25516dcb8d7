import type { CaseSubject } from '@stampus/contract/contact/cases'
import type { Language } from '@stampus/contract/values/languages'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { translatedMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { type AnswerToMail, findAnswerToMail } from './cases.admin.store.ts'

/** Handles mail jobs of kind `case-answer`: mails a member the answer to what they asked. */
export function caseAnswerMail({ db, config, mailer }: Pick<Deps, 'db' | 'config' | 'mailer'>) {
  return async (messageId: number): Promise<void> => {
    const answer = await findAnswerToMail(db.pool, messageId)
    if (answer) await mailer.send(answerMail(config, answer))
  }
}

const subjects: Record<CaseSubject, Record<Language, string>> = {
  receipt: { en: 'a receipt', ms: 'resit' },
  reward: { en: 'a reward', ms: 'ganjaran' },
  shop: { en: 'a shop', ms: 'kedai' },
  account: { en: 'your account', ms: 'akaun anda' },
  data: { en: 'your data', ms: 'data anda' },
}

function answerMail(config: Config, answer: AnswerToMail): Mail {
  const { name, message, case_id, subject } = answer
  const link = `${config.WEB_URL}/app/contact/${case_id}`
  return translatedMail(config, answer, {
    en: {
      subject: 'We answered your message',
      greeting: `Hello ${name},`,
      before: [`You wrote to us about ${subjects[subject].en}.`, `Answer: ${message}`],
      action: { label: 'See the conversation', link },
      after: ['If something is still open, write again there.'],
    },
    ms: {
      subject: 'Kami telah menjawab mesej anda',
      greeting: `Helo ${name},`,
      before: [`Anda telah menulis kepada kami tentang ${subjects[subject].ms}.`, `Jawapan: ${message}`],
      action: { label: 'Lihat perbualan', link },
      after: ['Jika masih ada yang belum selesai, tulis sekali lagi di sana.'],
    },
  })
}
