/** Asked at every step through the history; true keeps it from the router. */
let keeps: (() => boolean) | undefined

// Loaded with the app: only whoever listens before the router can keep a step from it.
addEventListener('popstate', (event) => {
  if (keeps?.()) event.stopImmediatePropagation()
})

/** Asks before each step through the history, until the answer is called. */
export function watchWayBack(ask: () => boolean): () => void {
  keeps = ask
  return () => {
    keeps = undefined
  }
}
