import type { Language } from '@stampus/contract/values/languages'
import type { MailMessage, MailSettings } from '../mail/layout.ts'

/** Goes to an account at which somebody has used up the passwords of an hour. `app` is what it signs in to. */
export function unlockMessages(
  { PRODUCT_NAME, SUPPORT_EMAIL }: MailSettings,
  { name, app, link }: { name: string; app: Record<Language, string>; link: string },
): Record<Language, MailMessage> {
  return {
    en: {
      subject: `Too many wrong passwords for the ${PRODUCT_NAME} ${app.en}`,
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
      subject: `Terlalu banyak kata laluan yang salah untuk ${app.ms} ${PRODUCT_NAME}`,
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
