/** Reads or writes what the browser keeps; undefined where it keeps nothing for this site, or has no room. */
export function tryStorage<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
