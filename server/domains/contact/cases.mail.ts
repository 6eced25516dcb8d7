import type { CaseSubject } from '@stampus/contract/contact/cases'
import type { Language } from '@stampus/contract/values/languages'
import { storedMail } from '../../platform/mail/layout.ts'
import { mailJob } from '../../platform/mail/mail-jobs.ts'
import { findAnswerToMail } from './cases.admin.store.ts'
import messages from './cases.mail.json' with { type: 'json' }

const subjects: Record<CaseSubject, Record<Language, string>> = {
  receipt: { en: 'a receipt', ms: 'resit' },
  reward: { en: 'a reward', ms: 'ganjaran' },
  shop: { en: 'a shop', ms: 'kedai' },
  account: { en: 'your account', ms: 'akaun anda' },
  data: { en: 'your data', ms: 'data anda' },
}

export const caseAnswerMail = mailJob(findAnswerToMail, (config, answer) => {
  const { name, message, case_id, subject } = answer
  const link = `${config.WEB_URL}/app/contact/${case_id}`
  return storedMail(config, answer, messages, { name, message, link, about: subjects[subject] })
})
