const sizes = { sm: 'size-4 border-2', md: 'size-6 border-2', lg: 'size-10 border-3', xl: 'size-16 border-4' } as const
const colors = { primary: 'text-blue', secondary: 'text-muted', white: 'text-on-blue' } as const

/** A spinner. With a `label` screen readers announce it; without one it is decoration. */
export function Spinner(props: { size?: keyof typeof sizes; color?: keyof typeof colors; label?: string }) {
  const { size = 'md', color = 'primary', label } = props
  const ring = `inline-block shrink-0 animate-spin rounded-chip border-current border-r-transparent ${sizes[size]} ${colors[color]}`
  if (!label) return <span aria-hidden="true" className={ring} />
  return (
    <span role="status" className="inline-flex items-center">
      <span aria-hidden="true" className={ring} />
      <span className="sr-only">{label}</span>
    </span>
  )
}
