import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { type Clause, Mail } from '../LegalPage.tsx'

const { product_name: product, legal_name: company, receipt_picture_days: pictureDays } = settings

/** The clauses of the privacy notice in English. */
export const privacy: Clause[] = [
  {
    id: 'notice',
    title: 'What this notice is',
    body: (
      <p>
        {company} (“we”) runs {product} and is responsible for the personal data in it. This is our notice under the
        Personal Data Protection Act 2010 of Malaysia. It is available in English and in Malay.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'What we keep and where it comes from',
    body: (
      <>
        <p>All of it comes from you, from your device, or from the people who decide on your receipts:</p>
        <ul>
          <li>
            <strong>Account:</strong> your name, your college email address and whether it is verified, a picture of you
            if you add one, and your password in a form that nobody can read.
          </li>
          <li>
            <strong>Receipts:</strong> the picture as you sent it, copies of it for display, the merchant, the date, the
            amount and the invoice number, and what our server reads from the picture, even before you send it. A
            receipt may show more, such as part of a card number. Cover what is not needed.
          </li>
          <li>
            <strong>Decisions:</strong> the decision on each receipt, its time and its reason; your appeal and its
            answer; stamps given and taken back; a suspension and its reason.
          </li>
          <li>
            <strong>Sign-ins:</strong> when your sessions began and were last used, a random ID of each browser you
            signed in with, changes of your email address, and reset links that support sent you.
          </li>
          <li>
            <strong>Protection:</strong> for a few minutes up to two hours, how often an account or a network address
            tried something that we limit. We keep no log of the pages you open.
          </li>
          <li>
            <strong>Errors:</strong> when a page breaks, your browser tells us what broke and on which kind of page,
            without your name, your address or anything you typed.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'purpose',
    title: 'What we use it for',
    body: (
      <>
        <ul>
          <li>to sign you in and keep others out of your account;</li>
          <li>to decide on receipts, give stamps, and show you both;</li>
          <li>to notice receipts that were sent twice or altered;</li>
          <li>to write to you about your account, your receipts and your appeals;</li>
          <li>to answer you, fix errors, and do what the law requires.</li>
        </ul>
        <p>
          We send no advertising, sell no data, make no profiles for others, and let no machine decide on a receipt.
        </p>
      </>
    ),
  },
  {
    id: 'voluntary',
    title: 'What you must give us',
    body: (
      <p>
        To have an account, you must give a name, a college email address and a password. To earn stamps, you must give
        the picture and the details of a receipt. Without these, we can only offer you what guests see. A picture of
        yourself is voluntary. So is the use of the camera by the browser: you can choose a file instead.
      </p>
    ),
  },
  {
    id: 'disclosure',
    title: 'Who sees it',
    body: (
      <>
        <ul>
          <li>You see what is yours. Other members do not see it.</li>
          <li>
            Our reviewers see the receipts they decide on, with the name and email address of the sender. The pictures
            that they and you see contain no place, time or camera details. The file that you sent may contain such
            details. We keep it as proof, and the app gives it only to you, in the file with your data.
          </li>
          <li>Merchants do not see receipts or members.</li>
          <li>
            Companies that run servers, storage and email for us process data on our behalf, as we instruct them, and
            for nothing else.
          </li>
          <li>Authorities and courts get what the law requires us to give them.</li>
        </ul>
        <p>
          If one of those companies works outside Malaysia, we first make sure that the data is protected there as the
          Act requires.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <>
        <ul>
          <li>An account that is not verified is deleted after 7 days.</li>
          <li>A session ends after 30 days without use, and after 90 days in any case.</li>
          <li>The ID of a browser is deleted after 180 days without a sign-in.</li>
          <li>The proof that a receipt was not sent twice because of a lost connection is deleted after 24 hours.</li>
          <li>
            The picture of a receipt, with what was read from it, is deleted {pictureDays} days after the decision or
            your withdrawal.
          </li>
          <li>
            What was read from a picture that you have not sent is deleted within two hours. That picture is not stored.
            The values that the form offered you for it are kept for as long as such a receipt can be sent, so that a
            reviewer knows which values you did not type.
          </li>
          <li>Your account, the details of your receipts and the decisions stay until you delete your account.</li>
        </ul>
        <p>
          When you delete it, your name, addresses, password, pictures and your own words in appeals are deleted at once
          from everything in use. Backups are replaced in their turn. What stays is the record of decisions and stamps:
          merchant, date, amount and invoice number under a number without a name. It proves that every stamp was given
          correctly and that no receipt earns stamps twice.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'What stays on your device',
    body: (
      <>
        <p>{product} uses no cookies of others and follows nobody across sites. In your browser it keeps:</p>
        <ul>
          <li>in local storage, your session (its token, your name and email address), until you sign out;</li>
          <li>
            a cookie without content of its own, which marks this run of the browser if you did not tick “
            {words.loginRemember}”;
          </li>
          <li>
            while you are signed in, a second cookie that says only that, so that no page is shown as guests see it;
          </li>
          <li>
            in local storage, which announcements you have read, and a random ID by which we recognise a browser that
            you use;
          </li>
          <li>in local storage, that you did not want to install the app, if you chose so;</li>
          <li>
            in local storage and the browser’s database, receipts you have not sent yet, for at most 7 days; each is
            deleted when it is sent, and all of them when you sign out;
          </li>
          <li>for the tab alone, how far you have scrolled;</li>
          <li>
            the app’s own files, so that it opens without a network. They contain no receipts and no answers of our
            server.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        Connections are encrypted. Passwords are stored as slow hashes, and sessions as hashes. The URLs of receipt
        pictures expire within 10 minutes. The people who decide sign in separately from members, see what their task
        needs, and leave a record that cannot be changed. If personal data is lost or falls into the wrong hands all the
        same, we tell the Commissioner, and you if it may harm you, as the Act requires.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights and how to use them',
    body: (
      <>
        <ul>
          <li>
            <strong>See and take your data:</strong> “{words.exportLabel}” under{' '}
            <Link to={linkTo('profile')}>{words.profileTitle}</Link> gives you everything we keep about you in one file.
          </li>
          <li>
            <strong>Correct it:</strong> change your name, address and picture there. If you think a decision is wrong,
            you can appeal it once on its page.
          </li>
          <li>
            <strong>Withdraw your consent:</strong> “{words.deletionLabel}” under {words.profileTitle} ends all use of
            your data except the record named above.
          </li>
          <li>
            <strong>Limit or object,</strong> and everything else: write to <Mail />. We answer within 21 days.
          </li>
        </ul>
        <p>
          If our answer does not satisfy you, you may complain to the Personal Data Protection Commissioner of Malaysia.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact and changes',
    body: (
      <p>
        Send questions about personal data to {company}, <Mail />, with the word “privacy” in the subject. We announce
        changes to this notice in the app before they take effect. The date above and those of the supplements say when
        it changed.
      </p>
    ),
  },
]
