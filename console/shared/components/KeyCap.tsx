/** The key that does what a button says, for the eye and only where there are keys. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <kbd className="rounded-control border border-current px-1.5 font-sans text-small">{children}</kbd>
    </span>
  )
}
