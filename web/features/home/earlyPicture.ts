type Input = HTMLInputElement
let early: Input | null

/** Remembers the file field of the rendered page: a picture may be chosen in it before the scripts run. */
export function holdEarlyPicture(root: Element): void {
  early = root.querySelector<Input>('[type=file]')
}

/** Gives that field to `take` once it holds a picture: now, or when a file chooser that is still open is answered. */
export function takeEarlyPicture(take: (input: Input) => void): void {
  const input = early
  early = null
  if (input?.files?.length) take(input)
  // React replaced the page, so that nobody else hears this field any more.
  else if (input && !input.isConnected) input.onchange = () => take(input)
}
