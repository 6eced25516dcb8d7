import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { LegalPage } from './LegalPage.tsx'
import { privacy } from './privacy.tsx'
import { privacySupplement } from './privacySupplement.tsx'

/** S-9.10: the privacy notice in English. */
export function PrivacyPage() {
  return (
    <LegalPage
      title={words.privacyTitle}
      dated={words.privacyDated}
      contents={words.legalContents}
      clauses={privacy}
      supplement={privacySupplement}
    >
      <div className="mb-6 grid gap-4">
        <p>
          <Link to={linkTo('privacyMalay')} hrefLang="ms" lang="ms">
            Baca notis ini dalam Bahasa Malaysia
          </Link>
        </p>
      </div>
    </LegalPage>
  )
}
