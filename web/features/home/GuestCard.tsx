import { buttonClass } from '@stampus/ui/Button'
import { StampSlot } from '@stampus/ui/StampSlot'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'

/** The place of the stamp card for who cannot collect yet: what to do so that stamps land here. */
export function GuestCard({ unverified }: { unverified: boolean }) {
  return (
    <section className="rounded-sheet bg-sheet p-5 shadow-sheet sm:p-6">
      <div aria-hidden="true" className="grid grid-cols-5 gap-2 sm:gap-3">
        {[1, 2, 3, 4, 5].map((place) => (
          <StampSlot key={place} place={place} state={place === 1 ? 'next' : 'empty'} landing={false} />
        ))}
      </div>
      <h2 className="mt-5 font-semibold text-lead">{unverified ? words.unverifiedCardTitle : words.guestCardTitle}</h2>
      <p className="mt-1 mb-4 text-muted">{unverified ? words.unverifiedCardText : words.guestCardText}</p>
      {unverified ? <Verify /> : <Join />}
    </section>
  )
}

function Join() {
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={linkTo('register')} className={buttonClass('secondary')}>
        {words.guestCardRegister}
      </Link>
      <Link to={linkTo('login')} className={buttonClass('quiet')}>
        {words.guestCardLogin}
      </Link>
    </div>
  )
}

function Verify() {
  return (
    <Link to={linkTo('verifyEmail')} className={buttonClass('secondary')}>
      {words.unverifiedCardVerify}
    </Link>
  )
}
