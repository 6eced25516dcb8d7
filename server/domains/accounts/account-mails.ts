import { type MailSettings, type Recipient, translatedMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mailer.ts'

type Link = { link: string }

// Mails to unverified addresses greet without a name, because anyone may have typed it into the form.

/** The verification mail of a new account. */
export function verificationMail(settings: MailSettings, to: Recipient, { link }: Link): Mail {
  const { PRODUCT_NAME } = settings
  return translatedMail(settings, to, {
    en: {
      subject: `Verify your email address for ${PRODUCT_NAME}`,
      greeting: 'Hello,',
      before: [`Welcome to ${PRODUCT_NAME}! Open this link to verify your email address:`],
      action: { label: 'Verify email address', link },
      after: ['The link works for 60 minutes.', "If you didn't register, don't open the link. Nothing will happen."],
    },
    ms: {
      subject: `Sahkan alamat e-mel anda untuk ${PRODUCT_NAME}`,
      greeting: 'Helo,',
      before: [`Selamat datang ke ${PRODUCT_NAME}! Buka pautan ini untuk mengesahkan alamat e-mel anda:`],
      action: { label: 'Sahkan alamat e-mel', link },
      after: [
        'Pautan ini boleh digunakan selama 60 minit.',
        'Jika anda tidak mendaftar, jangan buka pautan ini. Tiada apa-apa akan berlaku.',
      ],
    },
  })
}

type EmailChange = { link: string; oldEmail: string }

/** Goes to the new address, which is used once its link is opened. */
export function emailChangeMail(settings: MailSettings, to: Recipient, { link, oldEmail }: EmailChange): Mail {
  const { PRODUCT_NAME } = settings
  return translatedMail(settings, to, {
    en: {
      subject: `Confirm your new email address for ${PRODUCT_NAME}`,
      greeting: 'Hello,',
      before: [`Open this link to use this address instead of ${oldEmail}:`],
      action: { label: 'Confirm new address', link },
      after: [
        'The link works for 60 minutes. Opening it signs you out on other devices.',
        "If you didn't ask for this, don't open the link. Nothing will change.",
      ],
    },
    ms: {
      subject: `Sahkan alamat e-mel baharu anda untuk ${PRODUCT_NAME}`,
      greeting: 'Helo,',
      before: [`Buka pautan ini untuk menggunakan alamat ini sebagai ganti ${oldEmail}:`],
      action: { label: 'Sahkan alamat baharu', link },
      after: [
        'Pautan ini boleh digunakan selama 60 minit. Apabila pautan dibuka, anda akan log keluar daripada peranti lain.',
        'Jika anda tidak memintanya, jangan buka pautan ini. Tiada apa-apa akan berubah.',
      ],
    },
  })
}

type EmailChangeNotice = { name: string; newEmail: string; link: string }

/** Goes to the current address when a change was requested. */
export function emailChangeNotice(
  settings: MailSettings,
  to: Recipient,
  { name, newEmail, link }: EmailChangeNotice,
): Mail {
  const { PRODUCT_NAME, SUPPORT_EMAIL } = settings
  return translatedMail(settings, to, {
    en: {
      subject: `Your ${PRODUCT_NAME} email address is about to change`,
      greeting: `Hello ${name},`,
      before: [
        `Someone signed in to your account asked to change its email address to ${newEmail}.`,
        'It changes when the link we sent to the new address is opened. To keep this address, stop the change:',
      ],
      action: { label: 'Stop this change', link },
      after: [
        "The link works for 24 hours and only stops this change. You don't need to sign in.",
        `If it wasn't you, change your password too and write to ${SUPPORT_EMAIL}.`,
      ],
    },
    ms: {
      subject: `Alamat e-mel ${PRODUCT_NAME} anda akan ditukar`,
      greeting: `Helo ${name},`,
      before: [
        `Seseorang yang log masuk ke akaun anda meminta alamat e-melnya ditukar kepada ${newEmail}.`,
        'Alamat itu ditukar apabila pautan yang kami hantar ke alamat baharu dibuka. Untuk mengekalkan alamat ini, hentikan pertukaran itu:',
      ],
      action: { label: 'Hentikan pertukaran ini', link },
      after: [
        'Pautan ini boleh digunakan selama 24 jam dan hanya menghentikan pertukaran ini. Anda tidak perlu log masuk.',
        `Jika bukan anda yang memintanya, tukar juga kata laluan anda dan hantar e-mel kepada ${SUPPORT_EMAIL}.`,
      ],
    },
  })
}

/** Goes to a member who asked support for a new password. */
export function resetMail(settings: MailSettings, to: Recipient, { link }: Link): Mail {
  const { PRODUCT_NAME } = settings
  return translatedMail(settings, to, {
    en: {
      subject: `Choose a new password for ${PRODUCT_NAME}`,
      greeting: 'Hello,',
      before: ['You asked us for a new password. Open this link to choose one:'],
      action: { label: 'Choose a new password', link },
      after: [
        'The link works once, for 60 minutes. A new password signs you out everywhere.',
        "If you didn't ask for this, don't open the link. Nothing will change.",
      ],
    },
    ms: {
      subject: `Pilih kata laluan baharu untuk ${PRODUCT_NAME}`,
      greeting: 'Helo,',
      before: ['Anda meminta kata laluan baharu daripada kami. Buka pautan ini untuk memilihnya:'],
      action: { label: 'Pilih kata laluan baharu', link },
      after: [
        'Pautan ini boleh digunakan sekali sahaja, selama 60 minit. Apabila anda memilih kata laluan baharu, anda akan log keluar daripada semua peranti.',
        'Jika anda tidak memintanya, jangan buka pautan ini. Tiada apa-apa akan berubah.',
      ],
    },
  })
}

/** Goes to a member whose address was verified without the password, which is void since then. */
export function newPasswordMail(settings: MailSettings, to: Recipient, { link }: Link): Mail {
  const { PRODUCT_NAME } = settings
  return translatedMail(settings, to, {
    en: {
      subject: `Choose a password for ${PRODUCT_NAME}`,
      greeting: 'Hello,',
      before: [
        'Your email address was verified without a password, so the password chosen at registration no longer works.',
        'Open this link to choose a new one:',
      ],
      action: { label: 'Choose a password', link },
      after: [
        'The link works once, for 60 minutes. A new password signs you out everywhere.',
        "If you didn't try to sign in, don't open the link. Nothing will change.",
      ],
    },
    ms: {
      subject: `Pilih kata laluan untuk ${PRODUCT_NAME}`,
      greeting: 'Helo,',
      before: [
        'Alamat e-mel anda disahkan tanpa kata laluan, jadi kata laluan yang dipilih semasa pendaftaran tidak boleh digunakan lagi.',
        'Buka pautan ini untuk memilih kata laluan baharu:',
      ],
      action: { label: 'Pilih kata laluan', link },
      after: [
        'Pautan ini boleh digunakan sekali sahaja, selama 60 minit. Apabila anda memilih kata laluan baharu, anda akan log keluar daripada semua peranti.',
        'Jika anda tidak cuba log masuk, jangan buka pautan ini. Tiada apa-apa akan berubah.',
      ],
    },
  })
}

/** Goes to a member whose browser asked to be unlocked. Anyone can ask, so it does not claim that wrong passwords were tried. */
export function unlockMail(settings: MailSettings, to: Recipient, { link }: Link): Mail {
  const { PRODUCT_NAME } = settings
  return translatedMail(settings, to, {
    en: {
      subject: `Unlock your browser for ${PRODUCT_NAME}`,
      greeting: 'Hello,',
      before: [
        'You asked for a link to sign in after too many wrong passwords. Open it in the browser where you asked for it:',
      ],
      action: { label: 'Unlock this browser', link },
      after: [
        'The link works once, for 15 minutes, and only in that browser. You still need your password to sign in.',
        "If you didn't ask for this, don't open the link. Nothing will happen.",
      ],
    },
    ms: {
      subject: `Log masuk ke ${PRODUCT_NAME} tanpa menunggu`,
      greeting: 'Helo,',
      before: [
        'Anda meminta pautan untuk log masuk selepas terlalu banyak kata laluan yang salah. Buka pautan ini dalam pelayar yang anda gunakan untuk memintanya:',
      ],
      action: { label: 'Buka sekatan pelayar ini', link },
      after: [
        'Pautan ini boleh digunakan sekali sahaja, selama 15 minit, dan hanya dalam pelayar itu. Anda masih perlukan kata laluan untuk log masuk.',
        'Jika anda tidak memintanya, jangan buka pautan ini. Tiada apa-apa akan berlaku.',
      ],
    },
  })
}
