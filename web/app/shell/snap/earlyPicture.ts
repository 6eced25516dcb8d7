type Input = HTMLInputElement
let early: Input | null = null

/** Remembers Snap's file field of the server-rendered page. The user may choose a picture before the scripts run. */
export function rememberEarlyPicture(root: Element): void {
  early = root.querySelector<Input>('[data-snap]')
}

export function takeEarlyPicture(take: (input: Input) => void): void {
  const input = early
  early = null
  if (input?.files?.length) take(input)
  // React has replaced the page, so nothing else listens to this field.
  else if (input && !input.isConnected) input.onchange = () => take(input)
}
