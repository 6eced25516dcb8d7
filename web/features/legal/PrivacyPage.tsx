import { privacy } from '#legal/privacy'
import { privacySupplements } from '#legal/privacySupplements'
import * as words from '#words'
import { LegalPage } from './LegalPage.tsx'

export function PrivacyPage() {
  return (
    <LegalPage
      title={words.privacyTitle}
      dated={words.privacyDated}
      clauses={privacy}
      supplements={privacySupplements}
    />
  )
}
