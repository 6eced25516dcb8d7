import type { MemberShown } from '@stampus/contract/console/members'
import { When } from '../../shared/components/When.tsx'

/** Why and how long a member was shut out, the newest first. */
export function Suspensions({ suspensions }: Pick<MemberShown, 'suspensions'>) {
  return (
    <section aria-label="Suspensions" className="grid gap-3 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <h2 className="font-bold text-lead">Suspensions</h2>
      <ul className="grid gap-3">
        {suspensions.map(({ id, reason, operator, created_at, ended_at, ended_by }) => (
          <li key={id} className="min-w-0 border-line border-l-2 pl-4">
            <p className="wrap-anywhere whitespace-pre-line font-semibold">{reason}</p>
            <p className="wrap-anywhere text-small text-muted">
              {operator}, <When at={created_at} />
            </p>
            {ended_at ? (
              <p className="wrap-anywhere text-small text-muted">
                Ended by {ended_by}, <When at={ended_at} />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
