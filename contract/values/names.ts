// Spacing accents are used as apostrophes; decomposed, they would be a space and an accent.
const SPACING_ACCENTS = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g
// Combining marks, apostrophes of every kind, the middle dot, and invisible marks.
const DROPPED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f'`\u2018-\u201b\u02b9-\u02bf\u02c8\u2032\u2035\u055a\u05f3\ua78b\ua78c\u00b7\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const SEPARATORS = /[\t-\r \u0085\u1680\u2028\u2029\u2010-\u2015\u2212\u30fb-]+/g

/** Letters that do not decompose, as people type them without their own keyboard. */
const PLAIN = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }))
for (const [at, letter] of [...'øđðłħŧŋıĸſςɓɗƙƴ'].entries()) PLAIN.set(letter, 'oddlhtniksσbdky'[at] ?? '')
const UNTYPED = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g')

/** How names are searched, ordered and compared. The database has the same rule as `name_key_of`. */
export const nameKey = (name: string): string =>
  name
    .replace(SPACING_ACCENTS, '')
    .normalize('NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(UNTYPED, (letter) => PLAIN.get(letter) ?? letter)
    .replace(SEPARATORS, ' ')
    .trim()
