type Ask = (go: () => void) => void

/** Whoever has something unsaved. */
let asks: Ask | undefined

/** Leaves by `go`, once whoever has something unsaved was asked. */
export function mayLeave(go: () => void): void {
  if (asks) asks(go)
  else go()
}

/** Is asked before anybody leaves, until the answer is called. */
export function askBeforeLeaving(ask: Ask): () => void {
  asks = ask
  return () => {
    asks = undefined
  }
}
