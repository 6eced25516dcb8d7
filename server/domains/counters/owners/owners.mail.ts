import { INVITATION_HOURS } from '@stampus/contract/limits'
import type { Language } from '@stampus/contract/values/languages'
import type { Deps } from '../../../deps.ts'
import type { JobHandlers } from '../../../platform/jobs/jobs.ts'
import { linkInLanguage, type MailMessage, type MailSettings, translatedMail } from '../../../platform/mail/layout.ts'
import { makePasswordLink } from '../../../platform/password-accounts/password-links.service.ts'
import { unlockMessages } from '../../../platform/password-accounts/unlock-mail.ts'
import { findUnlockMail } from '../../../platform/password-accounts/unlocks.service.ts'
import { ownerAccounts } from './owner-accounts.ts'
import { findOwnerNotice } from './owners.admin.store.ts'
import { findOwner, listOwnMerchants } from './owners.store.ts'

/** Sends the mails to owners of merchants, unless what they are about has changed meanwhile. */
export function ownersMail(
  deps: Deps,
): Pick<JobHandlers['mail'], 'owner-link' | 'owner-unlock' | 'owner-second-factor-reset' | 'owner-added'> {
  return {
    'owner-link': (linkId) => sendPasswordLink(deps, linkId),
    'owner-unlock': (unlockId) => sendUnlockLink(deps, unlockId),
    'owner-second-factor-reset': (ownerId) => sendSecondFactorReset(deps, ownerId),
    'owner-added': (noticeId) => sendOwnerAdded(deps, noticeId),
  }
}

async function sendPasswordLink({ db, config, mailer, now }: Deps, linkId: number): Promise<void> {
  const holder = await ownerAccounts.links.findHolder(db.pool, linkId)
  const owner = holder === undefined ? undefined : await findOwner(db.pool, holder)
  if (!owner) return
  const { id, name, email, language, password_hash } = owner
  const bare = makePasswordLink(config, ownerAccounts, { linkId, holder: owner }, now())
  const link = linkInLanguage(bare, language)
  const merchants = (await listOwnMerchants(db.pool, id)).map((merchant) => merchant.name)
  const messages =
    password_hash === null ? invitation(config, { name, link, merchants }) : newPassword(config, { name, link })
  await mailer.send(translatedMail(config, { email, language }, messages))
}

async function sendUnlockLink(deps: Deps, unlockId: number): Promise<void> {
  const found = await findUnlockMail(deps, ownerAccounts, unlockId)
  if (!found) return
  const { name, email, language } = found.account
  const link = linkInLanguage(found.link, language)
  const messages = unlockMessages(deps.config, { name, app: { en: 'counter', ms: 'kaunter' }, link })
  await deps.mailer.send(translatedMail(deps.config, { email, language }, messages))
}

async function sendSecondFactorReset({ db, config, mailer }: Deps, ownerId: number): Promise<void> {
  const owner = await findOwner(db.pool, ownerId)
  if (!owner) return
  const { name, email, language } = owner
  await mailer.send(translatedMail(config, { email, language }, secondFactorReset(config, name)))
}

async function sendOwnerAdded({ db, config, mailer }: Deps, noticeId: number): Promise<void> {
  const notice = await findOwnerNotice(db.pool, noticeId)
  if (notice) await mailer.send(translatedMail(config, notice, ownerAdded(config, notice)))
}

type Messages = Record<Language, MailMessage>

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

function secondFactorReset({ PRODUCT_NAME, SUPPORT_EMAIL }: MailSettings, name: string): Messages {
  return {
    en: {
      subject: `Your second factor for the ${PRODUCT_NAME} counter was removed`,
      greeting: `Hello ${name},`,
      before: [
        'A manager has removed the second factor of your sign-in, and you are signed out everywhere.',
        'You can sign in with your password alone. Then set up the second factor again under My account.',
      ],
      after: [`If you didn't ask for this, write to ${SUPPORT_EMAIL} straight away.`],
    },
    ms: {
      subject: `Faktor kedua anda untuk kaunter ${PRODUCT_NAME} telah dibuang`,
      greeting: `Salam ${name},`,
      before: [
        'Seorang pengurus telah membuang faktor kedua log masuk anda, dan anda telah dilog keluar di semua peranti.',
        'Anda boleh log masuk dengan kata laluan sahaja. Kemudian tetapkan semula faktor kedua di bawah Akaun saya.',
      ],
      after: [`Jika anda tidak memintanya, tulis kepada ${SUPPORT_EMAIL} dengan segera.`],
    },
  }
}

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
