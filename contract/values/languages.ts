export const languages = ['en', 'ms'] as const
export type Language = (typeof languages)[number]

/** A client that sends this header with `ms` gets the server's messages in Malay. Without it they are English. */
export const LANGUAGE_HEADER = 'x-language'

/** The cookie in which a browser keeps the language that a person chose. */
export const LANGUAGE_COOKIE = 'stampus_language'

/** The cookie that keeps the language which a link named, until the browser closes. */
export const VISIT_LANGUAGE_COOKIE = 'stampus_visit_language'

export const LANGUAGE_PARAMETER = 'lang'

export const asLanguage = (name: unknown): Language | undefined => languages.find((language) => language === name)

/** The language of a browser by its Accept-Language header: Malay where `ms` comes before `en`, else English. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const known = (acceptLanguage ?? '').toLowerCase().split(',').flatMap(readRange)
  // Sorting is stable, so ranges of one weight keep their order.
  const [first] = known.sort((one, other) => other.weight - one.weight)
  return first?.language ?? 'en'
}

/** Reads one range of the header, such as `ms-MY;q=0.8`, if it names one of our languages and accepts it. */
function readRange(range: string): { language: Language; weight: number }[] {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
  const language = languages.find((known) => tag === known || tag.startsWith(`${known}-`))
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice(2))
  return language && weight > 0 && weight <= 1 ? [{ language, weight }] : []
}
