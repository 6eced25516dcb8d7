import { buttonClass } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { Link } from 'react-router'
import { CallError } from '../api/api.ts'

/** The list that a thing stands in. */
export type ListOf = { to: string; name: string }

type Props = { error: Error; busy: boolean; onRetry: () => void; list: ListOf }

/** Why one thing could not be opened: what is not there leads back to its list, all else is tried again. */
export function OpeningFault({ error, busy, onRetry, list: { to, name } }: Props) {
  if (!(error instanceof CallError && error.status === 404))
    return <Failure text={error.message} retry="Retry" busy={busy} onRetry={onRetry} />
  return (
    <Notice kind="error" role="alert">
      <p>{error.message}</p>
      <Link to={to} className={buttonClass('secondary', 'mt-3')}>
        Back to {name.toLowerCase()}
      </Link>
    </Notice>
  )
}
