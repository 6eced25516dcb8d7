import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import type { Supplement } from '../LegalPage.tsx'

const { product_name: product } = settings
const intro = 'This supplement adds to the notice above. Everything above still applies.'

/** Additions to the privacy notice, dated and numbered, newest last. */
export const privacySupplements: Supplement[] = [
  {
    title: 'Supplement 1 of 23.11.2026',
    intro,
    items: [
      {
        title: 'After you delete your account.',
        body: (
          <>
            If your account had a negative stamp balance, an approval that was reversed, or three or more rejected
            receipts, we keep a hash of your email address for one year, with which of these three it was and the day
            you deleted the account. The hash is made with a secret key. Nobody can read your address from it.
          </>
        ),
      },
      {
        title: 'What it is for.',
        body: (
          <>
            If that address registers with {product} again within the year, the people who review its receipts see that.
            They still decide on each receipt by itself. After the year the hash is deleted. “{words.exportLabel}” shows
            whether there is such an entry for your address.
          </>
        ),
      },
      {
        title: 'Former addresses.',
        body: (
          <>
            When you change your email address, we keep such a hash of the former one until you delete your account. If
            item 1 applies, we keep the hashes of your former addresses for that year too.
          </>
        ),
      },
      {
        title: 'On your device.',
        body: (
          <>
            The app keeps in local storage how many stamps it last showed you, so that it can show you which ones are
            new.
          </>
        ),
      },
      {
        title: 'Unlocking a browser.',
        body: (
          <>
            If you ask for a link that unlocks a browser, that browser keeps a cookie with a random ID, for up to three
            hours after you asked for the link or opened it. For two days we keep a note that such a link was asked for
            your account.
          </>
        ),
      },
    ],
  },
  {
    title: 'Supplement 2 of 25.11.2026',
    intro,
    items: [
      {
        title: 'Your language.',
        body: (
          <>
            If you choose a language, a cookie keeps it for one year. If you open a link that names one, another cookie
            keeps it until the browser closes. They contain only the language.
          </>
        ),
      },
      {
        title: 'In your account.',
        body: (
          <>
            Your account keeps the language that you chose before you registered, or Malay if your browser prefers it,
            and each language you choose while you are signed in, so that our emails come in it. If your choice cannot
            be saved at that moment, local storage keeps the number of your account until it is saved.
          </>
        ),
      },
      {
        title: 'While the language changes.',
        body: (
          <>
            The page loads again in the other language. Until then the tab keeps what you typed, except passwords, so
            that it is not lost.
          </>
        ),
      },
    ],
  },
  {
    title: 'Supplement 3 of 26.11.2026',
    intro,
    items: [
      {
        title: 'Your merchants.',
        body: (
          <>
            Local storage keeps the numbers of the merchants you marked as favourites and, while you are signed in, of
            the last 10 whose form you opened or to which you sent a receipt. They stay on your device. They are deleted
            there when you delete your account on it.
          </>
        ),
      },
      {
        title: 'The link to Maps.',
        body: (
          <>
            “{words.merchantMap}” opens Google Maps with the name and address of the merchant. We send nothing about you
            with it.
          </>
        ),
      },
    ],
  },
  {
    title: 'Supplement 4 of 26.11.2026',
    intro,
    items: [
      {
        title: 'Pages without a network.',
        body: (
          <>
            The browser’s database keeps the last answers of our server, so that you can see pages you have seen before
            without a network: at most 60 answers. They are shown for at most 7 days, and deleted when you next open the
            app after that. What only you may see, such as your receipts and stamps, is kept only if you ticked “
            {words.loginRemember}”. These answers contain no pictures of receipts.
          </>
        ),
      },
      {
        title: 'When these answers are deleted.',
        body: (
          <>
            All of them are deleted when you sign out, even without a network, when your session ends in this browser,
            and when you delete your account in it. Another member who signs in never sees yours. A receipt that you
            withdraw in this browser is deleted from them at once.
          </>
        ),
      },
    ],
  },
  {
    title: 'Supplement 5 of 27.11.2026',
    intro,
    items: [
      {
        title: 'Rewards that you claim.',
        body: (
          <>
            For each voucher we keep the reward, its stamps and conditions, when you claimed it, its last day, and each
            change: when it was used, given back, voided or expired, who did it, at which counter, and the reason that a
            manager wrote.
          </>
        ),
      },
      {
        title: 'What a counter sees.',
        body: (
          <>
            When you show a voucher, the person at the counter sees the reward, its conditions, its last day and your
            first name. They see no address, no receipt, no picture and no balance. Managers of the scheme see your name
            with your vouchers. People who review your receipts see that you used a reward at that merchant on that day.
          </>
        ),
      },
      {
        title: 'The code of a voucher.',
        body: (
          <>
            The device on which you open a voucher keeps a key that makes the changing code, so that it works without a
            network. The key is deleted there when the voucher is no longer ready and when you sign out. Our server
            keeps the same key, and when the device got it, until a day after the voucher ended or the device was signed
            out, so that a counter that had no network can still enter what it handed over.
          </>
        ),
      },
      {
        title: 'Your consent.',
        body: (
          <>
            We keep which supplements to the <Link to={linkTo('terms')}>{words.termsTitle}</Link> and to this notice you
            accepted, and when.
          </>
        ),
      },
      {
        title: 'After you delete your account.',
        body: (
          <>
            The vouchers, their changes and your consents are kept under the number of your account, without your name.
            The reasons that managers wrote are deleted.
          </>
        ),
      },
    ],
  },
  {
    title: 'Supplement 6 of 28.11.2026',
    intro,
    items: [
      {
        title: 'Messages that you write to us.',
        body: (
          <>
            We keep the messages that you write on “{words.contactTitle}”, what they are about, our answers and the
            times. Only managers of the scheme read them. We also send each answer to your email address.
          </>
        ),
      },
      {
        title: 'What you have not sent.',
        body: <>The tab keeps what you typed there until you send it, sign out or close the tab.</>,
      },
      {
        title: 'After you delete your account.',
        body: (
          <>
            The texts of these messages and answers are deleted. What they were about and the times are kept under the
            number of your account.
          </>
        ),
      },
    ],
  },
  {
    title: 'Supplement 7 of 29.11.2026',
    intro,
    items: [
      {
        title: 'Approved receipts of a deleted account.',
        body: (
          <>
            As long as an approved receipt could be sent again, we keep hashes of the numbers on it and of marks of its
            picture, without the picture and without your name, so that it earns stamps only once. They are made with a
            secret key. After that time they are deleted.
          </>
        ),
      },
    ],
  },
]
