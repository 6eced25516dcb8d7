import { Link } from 'react-router'

/** A way to one thing out of a row or a fact, high enough for a thumb. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="wrap-anywhere inline-flex min-h-11 min-w-11 items-center font-semibold text-blue underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}
