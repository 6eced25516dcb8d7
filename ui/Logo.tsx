export function Logo({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" className={className}>
      <path className="fill-blue" d={perforated} />
      <path
        className="fill-none stroke-on-blue"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M12.5 21.2 17.8 26.4 28 14.4"
      />
    </svg>
  )
}

/** The outline of a postage stamp: a square of 36 with five half circles cut out of each side. */
export const perforated = `M2 2${side(1, 0)}${side(0, 1)}${side(-1, 0)}${side(0, -1)}z`

function side(x: number, y: number): string {
  const line = (length: number) => `l${x * length} ${y * length}`
  const bite = `a2 2 0 0 0 ${x * 4} ${y * 4}`
  return line(2) + (bite + line(3)).repeat(4) + bite + line(2)
}
