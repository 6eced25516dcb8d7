const LETTERS_AT_LEAST = 5
/** One letter in so many may be misread, one more or one less. */
const LETTERS_TO_A_SLIP = 7
const LETTERS_AT_MOST = 60

/** Whether a text without spaces holds a name without spaces, but for a slip or two. */
export function isWithin(name: string, text: string): boolean {
  if (name.length < LETTERS_AT_LEAST || name.length > LETTERS_AT_MOST) return false
  const slips = Math.floor(name.length / LETTERS_TO_A_SLIP)
  if (text.length < name.length - slips) return false
  let row = Array.from({ length: text.length + 1 }, () => 0)
  for (const [index, letter] of [...name].entries()) {
    const next = [index + 1]
    for (let at = 0; at < text.length; at += 1) {
      const kept = (row[at] ?? 0) + (text[at] === letter ? 0 : 1)
      next.push(Math.min(kept, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.some((count) => count <= slips)
}
