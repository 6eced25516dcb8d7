import { Link } from 'react-router'

type Chip = { label: string; to: string; current: boolean }

/** Filters of a list: links, so that the address bar holds the choice and back undoes it. */
export function Chips({ label, chips }: { label: string; chips: Chip[] }) {
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0">
      <ul className="flex gap-2 sm:flex-wrap">
        {chips.map(({ label: name, to, current }) => (
          <li key={name}>
            <Link
              to={to}
              aria-current={current ? 'true' : undefined}
              className="flex min-h-11 items-center whitespace-nowrap rounded-chip border border-edge bg-sheet px-4 font-medium hover:border-blue hover:text-blue aria-[current]:border-blue aria-[current]:bg-blue aria-[current]:text-on-blue"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
