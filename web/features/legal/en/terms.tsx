import { formatAmount } from '@stampus/contract/values/money'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { type Clause, Mail, type Supplement } from '../LegalPage.tsx'

const { product_name: product, legal_name: company, college_domains: domains } = settings
const forOneStamp = formatAmount(settings.sen_per_stamp / 100, settings.currency)
const {
  min_stamps_per_submission: leastStamps,
  max_stamps_per_submission: mostStamps,
  max_receipt_age_days: oldest,
} = settings
const atLeast =
  leastStamps > 0 ? `, at least ${leastStamps === 1 ? 'one' : leastStamps} if its amount is above zero` : ''

/** The clauses of the terms in English. Names and figures that a campus can set come from the settings. */
export const terms: Clause[] = [
  {
    id: 'parties',
    title: 'Who we are and what this is',
    body: (
      <>
        <p>
          {product} is run by {company} (“we”). It is a loyalty scheme for a campus payment network. Members send
          pictures of their receipts from partner merchants and collect stamps.
        </p>
        <p>
          By registering, you accept these terms. Our <Link to={linkTo('privacy')}>{words.privacyTitle}</Link> explains
          what we do with your personal data.
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
          <strong>Payments in {product} are simulated and no real money moves.</strong> {product} holds no money, makes
          no payments, gives no credit, and is neither a bank account nor electronic money.
        </p>
        <p>
          You buy from the merchant and pay the merchant. {product} is not a party to that purchase, and sending a
          receipt does not change it.
        </p>
      </>
    ),
  },
  {
    id: 'members',
    title: 'Who can join',
    body: (
      <>
        <p>
          You can join if you are a student, a member of staff or a vendor of the college and have your own email
          address there ({domains.map((domain) => `@${domain}`).join(', ')}). Verify the address before you send
          receipts. Guests can look at merchants, deals and announcements.
        </p>
        <p>If you are under 18, you need the consent of a parent or guardian.</p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          Each person has one account, in their real name. You may not sell, lend or pass it on. Keep your password to
          yourself. You are responsible for what is done with it until you tell us that someone else has it.
        </p>
        <p>
          You can delete your account at any time under {words.profileTitle}. This takes effect at once and cannot be
          undone, and you lose your stamps.
        </p>
      </>
    ),
  },
  {
    id: 'receipts',
    title: 'The receipts you send',
    body: (
      <>
        <p>A receipt counts if all of this is true:</p>
        <ul>
          <li>It is genuine, unaltered, and for your own purchase from a partner merchant.</li>
          <li>The picture shows the whole receipt, and you type what the receipt says.</li>
          <li>It is at most {oldest} days old on the day you send it.</li>
          <li>Nobody has earned stamps with it before. Each receipt earns stamps once, no matter who sends it.</li>
        </ul>
        <p>
          You keep all rights in your pictures. You allow us to store, convert, view, read and compare them, but only as
          far as we need to run {product} and prevent misuse.
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
          A person decides on every receipt and approves or rejects it. A rejection gives a reason. If the picture
          differs from what you typed, we may correct the details, and you see what we changed. We show how long
          decisions usually take at the moment, but we do not promise a time.
        </p>
        <p>
          You can correct a rejected receipt and send it again. You can also appeal a rejection once, in your own words.
          A manager reads the appeal and answers it. If a decision turns out to be wrong, we may reverse it later. We
          then give a reason and email you.
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
          An approved receipt earns one stamp for every full {forOneStamp}
          {atLeast}, and at most {mostStamps}. If an approval is reversed, its stamps are taken back. Your balance may
          then be below zero until you earn enough new stamps.
        </p>
        <p>
          <strong>Stamps have no cash value.</strong> They are not money or property. They cannot be bought, sold,
          passed on or paid out, and at present they cannot be exchanged for anything. If we offer rewards, the app will
          say which ones and on what conditions.
        </p>
      </>
    ),
  },
  {
    id: 'merchants',
    title: 'Merchants and their deals',
    body: (
      <p>
        The deals in {product} are the merchants’ own. Each merchant alone decides on its deals, their conditions and
        when they end, and is responsible for them and for the goods it sells. We do not recommend a merchant by listing
        it.
      </p>
    ),
  },
  {
    id: 'misuse',
    title: 'Misuse and suspension',
    body: (
      <>
        <p>
          Misuse means altered, invented, borrowed or bought receipts, several accounts for one person, attempts to get
          around limits or into other people’s data, and anything unlawful. We may take back the stamps concerned and
          suspend the account. In serious cases we inform the college or the authorities.
        </p>
        <p>
          If you think that a suspension is wrong, write to <Mail />. A person will look at it again.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        We run {product} with care, but we do not promise that it is always available or that it stays the same. We may
        interrupt it for maintenance, change it, or end it after a notice in the app.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        {product} is free of charge and moves no money. As far as the law allows, we are not liable for stamps that were
        lost or not given, for merchants’ deals, or for interruptions. Nothing here limits liability that Malaysian law
        does not allow to be limited, such as for fraud or for death or injury caused by negligence. Nothing here limits
        your rights as a consumer.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We announce changes in the app before they take effect. If you do not agree, you can delete your account before
        that day. If you keep using {product} after it, you accept the changes.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and contact',
    body: (
      <>
        <p>
          The laws of Malaysia govern these terms, and its courts decide on disputes. If a part of the terms is not
          valid, the rest still applies.
        </p>
        <p>
          {company}, <Mail />. Please write to us first. A message can settle most things.
        </p>
      </>
    ),
  },
]

const intro = 'This supplement adds to the terms above. Everything above still applies.'

/** Additions to the terms, dated and numbered, newest last. */
export const termsSupplements: Supplement[] = [
  {
    title: 'Supplement 1 of 27.11.2026',
    intro,
    items: [
      {
        title: 'Rewards.',
        body: (
          <>
            With stamps you can claim rewards: an item or a service, such as a drink. A reward is not money. It belongs
            to you alone. It cannot be paid out, sold or passed on, and {product} moves no money for it.
          </>
        ),
      },
      {
        title: 'Vouchers.',
        body: (
          <>
            A claim takes the stamps at once and gives you a voucher. The voucher keeps the conditions that you were
            shown when you claimed it, and it names its last day. Until it is used, you can give it back. If it expires,
            or if we recall the reward, your stamps come back. A manager may cancel a voucher for a reason that you can
            read, and decides whether its stamps come back.
          </>
        ),
      },
      {
        title: 'At the counter.',
        body: (
          <>
            Show the code of the voucher, which changes all the time. A voucher is used only when the counter confirms
            it. Opening it or showing it uses nothing. A picture of the code is not valid.
          </>
        ),
      },
      {
        title: 'When an approval is reversed.',
        body: (
          <>
            If you have spent the stamps of a receipt and its approval is reversed, vouchers that are not used end, the
            newest first, and their stamps come back, until your balance is no longer below zero. A used voucher stays
            used. While your balance is below zero, you cannot claim rewards. New stamps fill it up first.
          </>
        ),
      },
      {
        title: 'Suspended and deleted accounts.',
        body: (
          <>
            While your account is suspended, your vouchers cannot be used. If you delete your account, vouchers that are
            not used end, and their stamps do not come back.
          </>
        ),
      },
    ],
  },
]
