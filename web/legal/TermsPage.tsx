import { LegalPage } from './LegalPage.tsx'
import { terms } from './terms.tsx'

/** S-1.04, S-9.10. */
export function TermsPage() {
  return <LegalPage title="Terms and Conditions" dated="Effective 03.10.2025" contents="On this page" clauses={terms} />
}
