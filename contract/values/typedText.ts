// Direction marks, soft hyphens and other invisible marks. Joiners stay: some scripts and pictures need them.
const MARKS = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g

export const withoutMarks = (typed: string): string => typed.replace(MARKS, '')

/** A line as a person typed it, with plain spaces and hyphens for tabs and no-break ones, trimmed. */
export const plainLine = (typed: string): string =>
  withoutMarks(typed)
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/\u2011/g, '-')
    .trim()

/** What a person meant to type: ASCII for full-width characters, single spaces, no invisible marks. */
export const plainText = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim()

/** A telephone number without the `tel:` of a link, with plain hyphens. */
export const plainPhone = (typed: string): string =>
  plainText(typed)
    .replace(/^tel:\s*/i, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')

/** An email address without the `mailto:` of a link. */
export const plainEmail = (typed: string): string =>
  plainText(typed)
    .replace(/^mailto:\s*/i, '')
    .replace(/\u2011/g, '-')

/** The digits that a person meant to type, without the spaces and hyphens between them. Other characters stay. */
export const plainDigits = (typed: string): string => plainText(typed).replace(/[\s\p{Pd}\u2212]/gu, '')
