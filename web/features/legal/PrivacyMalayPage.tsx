import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { LegalPage } from './LegalPage.tsx'
import { privacyMalay } from './privacyMalay.tsx'

export function PrivacyMalayPage() {
  return (
    <LegalPage
      lang="ms"
      title="Dasar Privasi"
      dated="Kemas kini terakhir 21.09.2025"
      contents="Pada halaman ini"
      clauses={privacyMalay}
    >
      <div className="mb-6 grid gap-4">
        <p>
          <Link to={linkTo('privacy')} hrefLang="en" lang="en">
            Read this notice in English
          </Link>
        </p>
      </div>
    </LegalPage>
  )
}
