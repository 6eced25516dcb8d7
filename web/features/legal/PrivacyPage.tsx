import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { LegalPage } from './LegalPage.tsx'
import { privacy } from './privacy.tsx'

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

const { product_name: product } = settings

/** Additions to the privacy notice, dated and numbered, newest last. English only so far. */
const privacySupplement = (
  <>
    <h2 className="font-semibold text-lead">Supplement 1 of 23.11.2026</h2>
    <p>This supplement adds to the notice above. Everything above still applies.</p>
    <ol className="grid list-decimal gap-3 pl-5">
      <li>
        <strong>After you delete your account.</strong> If your account had a negative stamp balance, an approval that
        was reversed, or three or more rejected receipts, we keep a hash of your email address for one year, with which
        of these three it was and the day you deleted the account. The hash is made with a secret key. Nobody can read
        your address from it.
      </li>
      <li>
        <strong>What it is for.</strong> If that address registers with {product} again within the year, the people who
        review its receipts see that. They still decide on each receipt by itself. After the year the hash is deleted.
        “Download my data” shows whether there is such an entry for your address.
      </li>
      <li>
        <strong>Former addresses.</strong> When you change your email address, we keep such a hash of the former one
        until you delete your account. If item 1 applies, we keep the hashes of your former addresses for that year too.
      </li>
      <li>
        <strong>On your device.</strong> The app keeps in local storage how many stamps it last showed you, so that it
        can show you which ones are new.
      </li>
      <li>
        <strong>Unlocking a browser.</strong> If you ask for a link that unlocks a browser, that browser keeps a cookie
        with a random mark, for up to three hours after you asked for the link or opened it. For two days we keep a note
        that such a link was asked for your account.
      </li>
    </ol>
  </>
)
