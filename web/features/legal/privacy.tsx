import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import type { Clause } from './LegalPage.tsx'
import { Mail } from './LegalPage.tsx'

const { product_name: product, legal_name: company, receipt_picture_days: pictureDays } = settings

/** The clauses of the privacy notice. `privacyMalay.tsx` holds the same in Bahasa Malaysia. */
export const privacy: Clause[] = [
  {
    id: 'notice',
    title: 'What this notice is',
    body: (
      <p>
        {company} (“we”) runs {product} and answers for the personal data in it. This is our notice under the Personal
        Data Protection Act 2010 of Malaysia. It stands in English and in Bahasa Malaysia.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'What we keep, and where it comes from',
    body: (
      <>
        <p>All of it comes from you, from the device you use, or from the people who decide on your receipts:</p>
        <ul>
          <li>
            <strong>Account:</strong> your name, your college email address and whether it is verified, a picture of you
            if you add one, and your password in a form from which nobody can read it.
          </li>
          <li>
            <strong>Receipts:</strong> the picture as you sent it, copies of it for showing, the merchant, the date, the
            amount and the invoice number, and what our server reads off the picture, also before you send it. A receipt
            may show more, such as part of a card number: cover what is not needed.
          </li>
          <li>
            <strong>Decisions:</strong> what was decided on each receipt, when, and why; your appeal and its answer; the
            stamps given and taken back; a suspension and its reason.
          </li>
          <li>
            <strong>Sign-ins:</strong> when your sessions began and were last used, random marks of the browsers you
            signed in with, changes of your email address, and reset links that support has sent you.
          </li>
          <li>
            <strong>Protection:</strong> for minutes up to two hours, how often an account or a network address has
            tried something that we limit. We keep no log of the pages you open.
          </li>
          <li>
            <strong>Faults:</strong> when a page breaks, your browser tells us what broke and on which kind of page,
            without your name, your address or anything you typed.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'purpose',
    title: 'What for',
    body: (
      <>
        <ul>
          <li>to sign you in and to keep others out of your account;</li>
          <li>to decide on receipts, give stamps, and show you both;</li>
          <li>to notice receipts that are sent twice or altered;</li>
          <li>to write to you about your account, your receipts and your appeals;</li>
          <li>to answer you, to mend faults, and to fulfil what the law asks of us.</li>
        </ul>
        <p>
          We send no advertising, sell no data, make no profiles for others, and let no machine decide on a receipt.
        </p>
      </>
    ),
  },
  {
    id: 'voluntary',
    title: 'What you must tell us',
    body: (
      <p>
        To have an account you must give a name, a college email address and a password; to earn stamps, the picture and
        the facts of a receipt. Without these we can offer you no more than what guests see. Your own picture is
        voluntary. So is letting the browser use the camera: you can choose a file instead.
      </p>
    ),
  },
  {
    id: 'disclosure',
    title: 'Who sees it',
    body: (
      <>
        <ul>
          <li>You see what is yours. Other members see nothing of it.</li>
          <li>
            Our reviewers see the receipts they decide on, with the name and email address of who sent them. The
            pictures they and you are shown carry no place, time or camera details. The file as you sent it may hold
            such details; it is kept as proof, and the app shows it to nobody but you, in the file of your data.
          </li>
          <li>Merchants see no receipts and no members.</li>
          <li>
            Companies that run servers, storage and email for us handle data on our behalf, as we instruct them, and for
            nothing else.
          </li>
          <li>Authorities and courts are told what the law obliges us to tell.</li>
        </ul>
        <p>
          Should one of those companies work outside Malaysia, we make sure beforehand that the data is protected there
          as the Act demands.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long',
    body: (
      <>
        <ul>
          <li>An account that is not verified is deleted after 7 days.</li>
          <li>A session ends after 30 days without use, and after 90 days in any case.</li>
          <li>The mark of a browser is forgotten after 180 days without a sign-in.</li>
          <li>What proves that a receipt was not sent twice by a lost connection is forgotten after 24 hours.</li>
          <li>
            The picture of a receipt, with what was read off it, is removed {pictureDays} days after its decision.
          </li>
          <li>
            What was read off a picture that you have not sent is forgotten within two hours; that picture is not kept.
          </li>
          <li>Account, the facts of receipts and decisions stay until you delete your account.</li>
        </ul>
        <p>
          When you delete it, your name, addresses, password, pictures and your own words in appeals go at once, from
          all that is in use; safety copies are replaced in their turn. What stays is the record of decisions and
          stamps: merchant, date, amount and invoice number under a number without a name. It proves that every stamp
          was rightly given and that no receipt earns twice.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'What stays on your device',
    body: (
      <>
        <p>{product} sets no cookies of others and follows nobody across sites. In your browser it keeps:</p>
        <ul>
          <li>in local storage, your session (its token, your name and email address), until you sign out;</li>
          <li>
            a cookie without content of its own, which marks this run of the browser if you did not tick “Remember me”;
          </li>
          <li>
            while you are signed in, a second cookie that says only that, so that no page comes as a guest would see it;
          </li>
          <li>
            in local storage, which announcements you have read, and a random mark that tells us a browser you know;
          </li>
          <li>in local storage, that you did not want the app installed, if you said so;</li>
          <li>
            in local storage and the browser’s database, receipts you have not sent yet, for at most 7 days; each goes
            when it is sent, and all when you sign out;
          </li>
          <li>for the tab alone, how far you had scrolled;</li>
          <li>the app’s own files, so that it opens without a network. No receipts and no answers are among them.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    body: (
      <p>
        Connections are encrypted. Passwords are stored as slow hashes, sessions as hashes. Pictures of receipts have
        addresses that expire within 10 minutes. Those who decide sign in apart from members, see what their task needs,
        and leave a record that cannot be changed. Should personal data be lost or fall into wrong hands all the same,
        we tell the Commissioner, and you where it may harm you, as the Act demands.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights, and how to use them',
    body: (
      <>
        <ul>
          <li>
            <strong>To see and to take with you:</strong> “Download my data” under{' '}
            <Link to={linkTo('profile')}>My Profile</Link> gives you everything kept about you as one file.
          </li>
          <li>
            <strong>To correct:</strong> change your name, address and picture there. A decision you hold to be wrong
            can be appealed once on its page.
          </li>
          <li>
            <strong>To withdraw your consent:</strong> “Delete my account” under My Profile ends all use of your data
            but the record named above.
          </li>
          <li>
            <strong>To limit or to object,</strong> and for all else: write to <Mail />. We answer within 21 days.
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
        Questions about personal data go to {company}, <Mail />, please with the word “privacy” in the subject. We
        announce changes of this notice in the app before they take effect; the date above says when it last changed.
      </p>
    ),
  },
]
