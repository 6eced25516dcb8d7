/** A pattern for LIKE that finds a text anywhere; `%`, `_` and the backslash in it stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
