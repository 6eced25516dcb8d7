import { settings } from '../app/settings.ts'
import { LegalPage, Mail, Section } from './LegalPage.tsx'

/** S-1.04, S-9.10. */
export function TermsPage() {
  const { product_name: product, legal_name: company, support_email: support } = settings
  return (
    <LegalPage title="Terms and Conditions" dated="Effective 03.10.2025">
      <Section title="1. Who we are">
        <p>
          {product} is run by {company} for the students, staff and vendors of the college. By registering you accept
          these terms.
        </p>
      </Section>
      <Section title="2. Payments are simulated">
        <p>
          <strong>Payments in {product} are simulated and no real money moves.</strong> {product} holds no money,
          carries out no payment and is no bank account or electronic purse. Stamps have no cash value and cannot be
          sold or passed on.
        </p>
      </Section>
      <Section title="3. Your account">
        <p>
          One account for each person, registered with an own college email address. Keep the password to yourself; what
          happens under your account counts as yours. Tell us at once when someone else has used it.
        </p>
      </Section>
      <Section title="4. Receipts and stamps">
        <p>
          Send only genuine receipts of your own purchases at partner merchants, each once. A person looks at every
          receipt and approves or rejects it, with a reason. Approved receipts add stamps; a mistake may be corrected
          later, and you will be told.
        </p>
      </Section>
      <Section title="5. Misuse">
        <p>
          Altered, invented or borrowed receipts, and attempts to get round the limits of the service, lead to the loss
          of the stamps concerned and may lead to the suspension of the account.
        </p>
      </Section>
      <Section title="6. Changes and questions">
        <p>
          Offers of merchants are theirs and may end at any time. We announce changes of these terms in the app before
          they hold. Questions: <Mail address={support} />.
        </p>
      </Section>
    </LegalPage>
  )
}
