import { formatAmount } from '@stampus/contract/values/money'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { type Clause, LegalPage, Mail } from './LegalPage.tsx'

export function TermsPage() {
  return <LegalPage title={words.termsTitle} dated={words.termsDated} contents={words.legalContents} clauses={terms} />
}

const { product_name: product, legal_name: company, college_domains: domains } = settings
const forOneStamp = formatAmount(settings.sen_per_stamp / 100, settings.currency)
const { max_stamps_per_submission: mostStamps, max_receipt_age_days: oldest } = settings

/** The clauses of the terms. Names and figures that a campus can set come from the settings. */
export const terms: Clause[] = [
  {
    id: 'parties',
    title: 'Who we are, and what this is',
    body: (
      <>
        <p>
          {product} is run by {company} (“we”). It is a loyalty scheme for a campus payment network: members send
          pictures of their receipts from partner merchants and collect stamps.
        </p>
        <p>
          By registering you accept these terms. What we do with your personal data is told in the{' '}
          <Link to={linkTo('privacy')}>Privacy Policy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'simulated',
    title: 'Payments are simulated',
    body: (
      <>
        <p>
          <strong>Payments in {product} are simulated and no real money moves.</strong> {product} holds no money,
          carries out no payment, gives no credit and is neither a bank account nor electronic money.
        </p>
        <p>
          What you buy, you buy from the merchant and pay there. {product} is no party to that purchase, and a receipt
          you send changes nothing about it.
        </p>
      </>
    ),
  },
  {
    id: 'members',
    title: 'Who may join',
    body: (
      <>
        <p>
          Students, staff and vendors of the college who have an email address of their own there (
          {domains.map((domain) => `@${domain}`).join(', ')}). The address must be verified before receipts can be sent.
          Guests may look at merchants, deals and announcements.
        </p>
        <p>Whoever is under 18 joins with the consent of a parent or guardian.</p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          One account for each person, under the person’s true name. It cannot be sold, lent or passed on. Keep the
          password to yourself; what is done with it counts as done by you until you tell us that somebody else has it.
        </p>
        <p>
          You may end your account at any time under My Profile. It ends at once and for good, and its stamps end with
          it.
        </p>
      </>
    ),
  },
  {
    id: 'receipts',
    title: 'The receipts you send',
    body: (
      <>
        <p>A receipt counts when all of this is so:</p>
        <ul>
          <li>It is genuine, unaltered, and for a purchase of your own from a partner merchant.</li>
          <li>The picture shows the whole of it, and what you type is what it says.</li>
          <li>It is at most {oldest} days old on the day you send it.</li>
          <li>Nobody has earned stamps with it before. Each receipt earns once, whoever sends it.</li>
        </ul>
        <p>
          You keep all rights in your pictures. You allow us to store, convert, look at, read and compare them as far as
          running {product} and preventing misuse need it, and no further.
        </p>
      </>
    ),
  },
  {
    id: 'decisions',
    title: 'Decisions and appeals',
    body: (
      <>
        <p>
          A person decides on every receipt and approves or rejects it; a rejection states its reason. Where the picture
          says something else than what was typed, it may be corrected, and you see what was changed. We say how long
          decisions take at the moment, but promise no time.
        </p>
        <p>
          A rejected receipt can be sent again, corrected. You may also appeal a rejection once, in your own words; a
          manager reads the appeal and answers it. Decisions may be reversed later where they turn out to be wrong, with
          a reason, and you are told by email.
        </p>
      </>
    ),
  },
  {
    id: 'stamps',
    title: 'Stamps',
    body: (
      <>
        <p>
          An approved receipt earns one stamp for every full {forOneStamp}, at least one where its amount is above zero,
          and at most {mostStamps}. A reversed decision takes its stamps back, so a balance may fall below zero until
          further stamps make up for it.
        </p>
        <p>
          <strong>Stamps have no cash value.</strong> They are no money and no property, cannot be bought, sold, passed
          on or paid out, and cannot be exchanged for anything at present. Should rewards be offered, the app will say
          which, and on what conditions.
        </p>
      </>
    ),
  },
  {
    id: 'merchants',
    title: 'Merchants and their deals',
    body: (
      <p>
        Deals shown in {product} are the merchants’ own. Each merchant alone decides on a deal, its conditions and its
        end, and answers for it and for the goods sold. That a merchant is listed is no recommendation.
      </p>
    ),
  },
  {
    id: 'misuse',
    title: 'Misuse and suspension',
    body: (
      <>
        <p>
          Altered, invented, borrowed or bought receipts, several accounts for one person, attempts to get round limits
          or into other people’s data, and anything unlawful are misuse. We may take back the stamps concerned and
          suspend the account; in serious cases we inform the college or the authorities.
        </p>
        <p>
          Whoever holds a suspension to be wrong may write to <Mail />. A person looks at it again.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        We run {product} with care, but promise neither that it is always available nor that it stays as it is. We may
        interrupt it for maintenance, change it, and end it after notice in the app.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        {product} is free of charge and moves no money. As far as the law allows, we are not liable for stamps that were
        lost or not given, for deals of merchants, or for interruptions. Nothing here limits liability that Malaysian
        law does not allow to be limited, such as for fraud or for death and injury caused by negligence, nor your
        rights as a consumer.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of these terms',
    body: (
      <p>
        We announce changes in the app before they take effect. Whoever does not agree may end the account before that
        day; whoever goes on using {product} after it accepts them.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and contact',
    body: (
      <>
        <p>
          The laws of Malaysia govern these terms, and its courts decide on disputes. Should a part of them not hold,
          the rest does.
        </p>
        <p>
          {company}, <Mail />. Please write to us first: most things can be settled by a message.
        </p>
      </>
    ),
  },
]
