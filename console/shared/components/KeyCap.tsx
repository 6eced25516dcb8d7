/** Shows the shortcut of a button, on wide screens only. Screen readers get it from aria-keyshortcuts. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <kbd className="rounded-control border border-current px-1.5 font-sans text-small">{children}</kbd>
    </span>
  )
}
