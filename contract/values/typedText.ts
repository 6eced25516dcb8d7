/**
 * What a person meant to type: ASCII for full-width characters, single plain spaces, no invisible marks (which pasted text
 * has), trimmed.
 */
export function plainText(typed: string): string {
  return typed
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The digits that a person meant to type, without the spaces and hyphens between them. Other characters stay. */
export function plainDigits(typed: string): string {
  return plainText(typed).replace(/[\s\p{Pd}]/gu, '')
}
