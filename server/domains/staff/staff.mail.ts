import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { Language } from '@stampus/contract/values/languages'
import type { Deps } from '../../deps.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import {
  linkInLanguage,
  type MailMessage,
  type MailSettings,
  mailOf,
  translatedMail,
} from '../../platform/mail/layout.ts'
import type { APPS, App } from './apps.ts'
import { findLinkHolder } from './credentials.store.ts'
import { findOwnerNotice, listOwnMerchants } from './merchants.store.ts'
import { makePasswordLink } from './sign-in/password-links.service.ts'
import { findUnlockMail } from './sign-in/unlocks.service.ts'
import { findStaff, type StaffRow } from './staff.store.ts'

type Kind = (typeof APPS)[App]['mails'][keyof (typeof APPS)[App]['mails']]

/** Sends the mails to operators and owners, unless what they are about has changed meanwhile. */
export function staffMail(deps: Deps): Pick<JobHandlers['mail'], Kind | 'owner-added'> {
  return {
    'operator-link': (linkId) => sendPasswordLink(deps, 'console', linkId),
    'owner-link': (linkId) => sendPasswordLink(deps, 'counter', linkId),
    'operator-unlock': (unlockId) => sendUnlockLink(deps, 'console', unlockId),
    'owner-unlock': (unlockId) => sendUnlockLink(deps, 'counter', unlockId),
    'second-factor-reset': (id) => sendSecondFactorReset(deps, 'console', id),
    'owner-second-factor-reset': (id) => sendSecondFactorReset(deps, 'counter', id),
    'owner-added': (noticeId) => sendOwnerAdded(deps, noticeId),
  }
}

type Messages = Record<Language, MailMessage>

/** The apps as mails call them. */
const NAMES: Record<App, Record<Language, string>> = {
  console: { en: 'console', ms: 'konsol' },
  counter: { en: 'counter', ms: 'kaunter' },
}

/** The console has only English. */
function languageIn(app: App, { language }: StaffRow): Language {
  return app === 'console' ? 'en' : language
}

async function send({ config, mailer }: Deps, app: App, account: StaffRow, messages: Messages): Promise<void> {
  const to = { email: account.email, language: languageIn(app, account) }
  await mailer.send(translatedMail(config, to, messages))
}

async function sendPasswordLink(deps: Deps, app: App, linkId: number): Promise<void> {
  const { db, config, now } = deps
  const holder = await findLinkHolder(db.pool, app, linkId)
  const account = holder === undefined ? undefined : await findStaff(db.pool, app, holder)
  if (!account) return
  const { id, name, email, password_hash } = account
  const link = makePasswordLink(config, app, { linkId, holder: account }, now())
  if (app === 'console') {
    const message = operatorPassword(config, { name, link, invited: password_hash === null })
    return deps.mailer.send(mailOf(config, { email, language: 'en' }, message))
  }
  const merchants = (await listOwnMerchants(db.pool, app, id)).map((merchant) => merchant.name)
  const to = { name, link: linkInLanguage(link, account.language), merchants }
  await send(deps, app, account, password_hash === null ? invitation(config, to) : newPassword(config, to))
}

async function sendUnlockLink(deps: Deps, app: App, unlockId: number): Promise<void> {
  const found = await findUnlockMail(deps, app, unlockId)
  if (!found) return
  const { account, link: bare } = found
  const link = app === 'console' ? bare : linkInLanguage(bare, account.language)
  await send(deps, app, account, unlockMessages(deps.config, app, { name: account.name, link }))
}

async function sendSecondFactorReset(deps: Deps, app: App, id: number): Promise<void> {
  const account = await findStaff(deps.db.pool, app, id)
  if (account) await send(deps, app, account, secondFactorReset(deps.config, app, account.name))
}

async function sendOwnerAdded({ db, config, mailer }: Deps, noticeId: number): Promise<void> {
  const notice = await findOwnerNotice(db.pool, noticeId)
  if (notice) await mailer.send(translatedMail(config, notice, ownerAdded(config, notice)))
}

/** Goes to an operator who has no password yet, or has lost it. */
function operatorPassword(
  mailSettings: MailSettings,
  to: { name: string; invited: boolean; link: string },
): MailMessage {
  const { invited, name, link } = to
  return {
    subject: `Choose a password for the ${mailSettings.PRODUCT_NAME} console`,
    greeting: `Hello ${name},`,
    before: [
      invited
        ? `You now have access to the ${mailSettings.PRODUCT_NAME} console. Open this link to choose your password:`
        : `Open this link to choose a new password for the ${mailSettings.PRODUCT_NAME} console:`,
    ],
    action: { label: 'Choose a password', link },
    after: [
      `The link works once, for ${invited ? `${INVITATION_HOURS} hours` : '60 minutes'}. A manager can send you a new one.`,
      `If you didn't expect this, don't open the link, and write to ${mailSettings.SUPPORT_EMAIL}.`,
    ],
  }
}

/** Goes to an owner who has no password yet. */
function invitation(
  { PRODUCT_NAME, SUPPORT_EMAIL }: MailSettings,
  { name, link, merchants }: { name: string; link: string; merchants: string[] },
): Messages {
  const shops = merchants.join(', ')
  return {
    en: {
      subject: `${PRODUCT_NAME}: hand over rewards at ${shops}`,
      greeting: `Hello ${name},`,
      before: [
        `Students can claim rewards of ${shops} with ${PRODUCT_NAME}. Your counter confirms each one on a phone, and you see what you are paid for.`,
        'Open this link to choose your password. After that you can use your own phone as the counter straight away.',
      ],
      action: { label: 'Choose a password', link },
      after: [
        `The link works once, for ${INVITATION_HOURS} hours. The ${PRODUCT_NAME} office can send you a new one.`,
        `If you didn't expect this, don't open the link, and write to ${SUPPORT_EMAIL}.`,
      ],
    },
    ms: {
      subject: `${PRODUCT_NAME}: serahkan ganjaran di ${shops}`,
      greeting: `Salam ${name},`,
      before: [
        `Pelajar boleh menebus ganjaran ${shops} dengan ${PRODUCT_NAME}. Kaunter anda mengesahkan setiap satu pada telefon, dan anda dapat melihat bayaran untuk anda.`,
        'Buka pautan ini untuk memilih kata laluan anda. Selepas itu telefon anda sendiri boleh terus digunakan sebagai kaunter.',
      ],
      action: { label: 'Pilih kata laluan', link },
      after: [
        `Pautan ini berfungsi sekali sahaja, selama ${INVITATION_HOURS} jam. Pejabat ${PRODUCT_NAME} boleh menghantar pautan baharu.`,
        `Jika anda tidak menjangka e-mel ini, jangan buka pautan itu, dan tulis kepada ${SUPPORT_EMAIL}.`,
      ],
    },
  }
}

/** Goes to an owner who has lost the password. */
function newPassword(
  { PRODUCT_NAME, SUPPORT_EMAIL }: MailSettings,
  { name, link }: { name: string; link: string },
): Messages {
  return {
    en: {
      subject: `Choose a new password for the ${PRODUCT_NAME} counter`,
      greeting: `Hello ${name},`,
      before: [`Open this link to choose a new password for the ${PRODUCT_NAME} counter:`],
      action: { label: 'Choose a password', link },
      after: [
        `The link works once, for 60 minutes. The ${PRODUCT_NAME} office can send you a new one.`,
        `If you didn't ask for this, don't open the link, and write to ${SUPPORT_EMAIL}.`,
      ],
    },
    ms: {
      subject: `Pilih kata laluan baharu untuk kaunter ${PRODUCT_NAME}`,
      greeting: `Salam ${name},`,
      before: [`Buka pautan ini untuk memilih kata laluan baharu bagi kaunter ${PRODUCT_NAME}:`],
      action: { label: 'Pilih kata laluan', link },
      after: [
        `Pautan ini berfungsi sekali sahaja, selama 60 minit. Pejabat ${PRODUCT_NAME} boleh menghantar pautan baharu.`,
        `Jika anda tidak memintanya, jangan buka pautan itu, dan tulis kepada ${SUPPORT_EMAIL}.`,
      ],
    },
  }
}

/** Goes to an account at which somebody has used up the passwords of an hour. */
function unlockMessages(
  { PRODUCT_NAME, SUPPORT_EMAIL }: MailSettings,
  app: App,
  { name, link }: { name: string; link: string },
): Messages {
  return {
    en: {
      subject: `Too many wrong passwords for the ${PRODUCT_NAME} ${NAMES[app].en}`,
      greeting: `Hello ${name},`,
      before: [
        'Someone typed 25 wrong passwords or codes for your account. To protect it, new browsers cannot sign in for up to an hour.',
        'To sign in without waiting, open this link in the browser that you want to use:',
      ],
      action: { label: 'Unlock this browser', link },
      after: [
        'The link works once, for up to 60 minutes, and only unlocks the browser that opens it. You still need your password.',
        `If it wasn't you, nobody got in. Change your password all the same; if it happens again, write to ${SUPPORT_EMAIL}.`,
      ],
    },
    ms: {
      subject: `Terlalu banyak kata laluan yang salah untuk ${NAMES[app].ms} ${PRODUCT_NAME}`,
      greeting: `Salam ${name},`,
      before: [
        'Seseorang telah memasukkan 25 kata laluan atau kod yang salah untuk akaun anda. Untuk melindunginya, pelayar baharu tidak boleh log masuk sehingga sejam.',
        'Untuk log masuk tanpa menunggu, buka pautan ini dalam pelayar yang anda mahu gunakan:',
      ],
      action: { label: 'Buka sekatan pelayar ini', link },
      after: [
        'Pautan ini boleh digunakan sekali sahaja, sehingga 60 minit, dan hanya membuka sekatan pelayar yang membukanya. Anda masih perlukan kata laluan.',
        `Jika bukan anda, tiada sesiapa yang berjaya masuk. Namun, tukar kata laluan anda; jika ia berulang, tulis kepada ${SUPPORT_EMAIL}.`,
      ],
    },
  }
}

/** Goes to an account whose second factor a manager has removed. */
function secondFactorReset({ PRODUCT_NAME, SUPPORT_EMAIL }: MailSettings, app: App, name: string): Messages {
  return {
    en: {
      subject: `Your second factor for the ${PRODUCT_NAME} ${NAMES[app].en} was removed`,
      greeting: `Hello ${name},`,
      before: [
        'A manager has removed the second factor of your sign-in, and you are signed out everywhere.',
        'You can sign in with your password alone. Then set up the second factor again under My account.',
      ],
      after: [`If you didn't ask for this, write to ${SUPPORT_EMAIL} straight away.`],
    },
    ms: {
      subject: `Faktor kedua anda untuk ${NAMES[app].ms} ${PRODUCT_NAME} telah dibuang`,
      greeting: `Salam ${name},`,
      before: [
        'Seorang pengurus telah membuang faktor kedua log masuk anda, dan anda telah dilog keluar di semua peranti.',
        'Anda boleh log masuk dengan kata laluan sahaja. Kemudian tetapkan semula faktor kedua di bawah Akaun saya.',
      ],
      after: [`Jika anda tidak memintanya, tulis kepada ${SUPPORT_EMAIL} dengan segera.`],
    },
  }
}

/** Goes to the owners of a merchant when it has another one. */
function ownerAdded(
  { PRODUCT_NAME, SUPPORT_EMAIL }: MailSettings,
  { name, merchant, added }: { name: string; merchant: string; added: string },
): Messages {
  return {
    en: {
      subject: `${merchant} has a new owner in ${PRODUCT_NAME}`,
      greeting: `Hello ${name},`,
      before: [
        `The office has added ${added} as an owner of ${merchant}. Owners see what you are paid, accept or dispute statements, and choose phones and cashiers.`,
      ],
      after: [`If you don't know this person, write to ${SUPPORT_EMAIL} straight away.`],
    },
    ms: {
      subject: `${merchant} mempunyai pemilik baharu dalam ${PRODUCT_NAME}`,
      greeting: `Salam ${name},`,
      before: [
        `Pejabat telah menambah ${added} sebagai pemilik ${merchant}. Pemilik dapat melihat bayaran untuk anda, menerima atau mempertikaikan penyata, serta memilih telefon dan juruwang.`,
      ],
      after: [`Jika anda tidak mengenali orang ini, tulis kepada ${SUPPORT_EMAIL} dengan segera.`],
    },
  }
}
