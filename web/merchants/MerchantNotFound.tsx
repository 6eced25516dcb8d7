import { texts } from '@stampus/contract/texts'
import { buttonClass } from '@stampus/ui/Button'
import { Store } from 'lucide-react'
import { Link } from 'react-router'
import { linkTo } from '../app/paths.ts'
import { Title } from '../app/Title.tsx'

/** S-2.16. */
export function MerchantNotFound() {
  return (
    <section className="mx-auto max-w-md py-12 text-center">
      <Store aria-hidden="true" className="mx-auto mb-4 size-10 text-soft" />
      <Title>{texts.merchantNotFound}</Title>
      <p className="mt-3 mb-8 text-soft">No merchant has this address. The code you scanned may be out of date.</p>
      <p className="flex flex-wrap justify-center gap-3">
        <Link to={linkTo('home')} className={buttonClass()}>
          Go back home
        </Link>
        <Link to={linkTo('merchants')} className={buttonClass('secondary')}>
          All merchants
        </Link>
      </p>
    </section>
  )
}
