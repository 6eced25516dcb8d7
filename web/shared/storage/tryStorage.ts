/** Reads or writes browser storage. Returns undefined if storage is blocked or full. */
export function tryStorage<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
