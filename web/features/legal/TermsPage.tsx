import * as words from '#words'
import { LegalPage } from './LegalPage.tsx'
import { terms } from './terms.tsx'

/** S-1.04, S-9.10. */
export function TermsPage() {
  return <LegalPage title={words.termsTitle} dated={words.termsDated} contents={words.legalContents} clauses={terms} />
}
