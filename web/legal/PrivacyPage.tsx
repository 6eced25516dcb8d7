import { settings } from '../app/settings.ts'
import { LegalPage, Mail, Section } from './LegalPage.tsx'

/** S-9.10. */
export function PrivacyPage() {
  const { product_name: product, legal_name: company, support_email: support } = settings
  return (
    <LegalPage title="Privacy Policy" dated="Last updated 21.09.2025">
      <Section title="1. What we keep">
        <p>
          Your name, your college email address, a picture of you if you add one, and a password in a form that nobody
          can read. Of each receipt: its picture, merchant, date, amount, invoice number and what was decided. Where you
          are signed in, and the times of it.
        </p>
      </Section>
      <Section title="2. What for">
        <p>
          To give stamps for genuine receipts, to notice when one is sent twice, and to answer you. {company} sells
          nothing of it and shows no advertising of others.
        </p>
      </Section>
      <Section title="3. Who sees it">
        <p>
          Receipts are private: you see yours, and the people who check receipts see those they check. Merchants do not.
          Location and camera details are removed from the pictures we show.
        </p>
      </Section>
      <Section title="4. On your device">
        <p>
          {product} keeps your session, the announcements you have read and a receipt you have not sent yet in your
          browser. Signing out deletes the session and that receipt. There are no cookies of others.
        </p>
      </Section>
      <Section title="5. Your rights">
        <p>
          You may see, correct and delete what we keep about you. Records of approved receipts stay without your name as
          long as accounting rules ask for them. Write to <Mail address={support} />.
        </p>
      </Section>
    </LegalPage>
  )
}
