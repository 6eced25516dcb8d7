/** All that a counter sees of a member's name: the first word that is no title or initial, such as "Dr.". */
export function firstNameOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  return words.find((word) => !word.endsWith('.')) ?? words[0] ?? ''
}
