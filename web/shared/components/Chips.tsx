import { useEffect, useRef } from 'react'
import { Link } from './Link.tsx'

type Props<Value> = {
  label: string
  /** The values of the filter and their names. Undefined shows everything. */
  choices: (readonly [value: Value | undefined, name: string])[]
  chosen: Value | undefined
  linkTo: (value: Value | undefined) => string
}

export function Chips<Value>({ label, choices, chosen, linkTo }: Props<Value>) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly chosen chip may be outside the visible part
  useEffect(() => showChosen(row.current), [chosen])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="-mx-4 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1.5 sm:flex-wrap sm:gap-2">
        {choices.map(([value, name]) => (
          <li key={name}>
            <Link
              to={linkTo(value)}
              aria-current={value === chosen ? 'true' : undefined}
              className="flex min-h-11 items-center whitespace-nowrap rounded-chip border border-border-strong bg-sheet px-2.5 font-medium text-small hover:border-blue hover:text-blue aria-[current]:border-blue aria-[current]:bg-blue aria-[current]:text-on-blue sm:px-4 sm:text-body"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function showChosen(row: HTMLElement | null): void {
  const chip = row?.querySelector('[aria-current]')
  if (!row || !chip) return
  const [within, at] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  if (at.left < within.left || at.right > within.right) row.scrollLeft += at.left - within.left - within.width / 4
}
