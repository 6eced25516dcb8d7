import { buttonClass } from '@stampus/ui/Button'
import { Link } from 'react-router'
import { Page } from '../shared/components/Page.tsx'

/** An address where nothing stands. */
export function NothingHerePage() {
  return (
    <Page title="There is nothing here">
      <p>The address may be mistyped, or the page has moved.</p>
      <Link to="/" className={buttonClass('primary', 'justify-self-start')}>
        To the review desk
      </Link>
    </Page>
  )
}
