import { buttonClass } from '@stampus/ui/Button'
import { Link } from 'react-router'
import { linkTo } from '../app/paths.ts'

/** The place of the stamp card for who cannot collect yet: what to do so that stamps land here. */
export function GuestCard({ unverified }: { unverified: boolean }) {
  return (
    <section className="overflow-hidden rounded-sheet bg-sheet p-5 shadow-sheet sm:p-6">
      <EmptyPlaces />
      <h2 className="mt-5 font-semibold text-lead">{unverified ? 'One step to your stamp card' : 'Your stamp card'}</h2>
      <p className="mt-1 mb-4 text-soft">
        {unverified
          ? 'Verify your college email address, then every approved receipt fills a place.'
          : 'Every approved receipt fills a place. It takes a college email address and a minute.'}
      </p>
      {unverified ? <Verify /> : <Join />}
    </section>
  )
}

function Join() {
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={linkTo('register')} className={buttonClass('secondary')}>
        Register
      </Link>
      <Link to={linkTo('login')} className={buttonClass('quiet')}>
        I have an account
      </Link>
    </div>
  )
}

function Verify() {
  return (
    <Link to={linkTo('verifyEmail')} className={buttonClass('secondary')}>
      Verify my email
    </Link>
  )
}

function EmptyPlaces() {
  return (
    <div aria-hidden="true" className="grid grid-cols-5 gap-2.5 sm:gap-4">
      {[1, 2, 3, 4, 5].map((place) => (
        <span
          key={place}
          className="grid aspect-square place-items-center rounded-chip border-2 border-edge border-dashed font-till text-lead text-soft opacity-70"
        >
          {place}
        </span>
      ))}
    </div>
  )
}
