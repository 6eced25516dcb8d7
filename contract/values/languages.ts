/** The languages of the members' app, its mails and the messages of the server. */
const languages = ['en', 'ms'] as const
export type Language = (typeof languages)[number]

/** A client that sends this header with `ms` gets the server's messages in Malay. Without it they are English. */
export const LANGUAGE_HEADER = 'x-language'

/** The cookie in which a browser keeps the language that a person chose. */
export const LANGUAGE_COOKIE = 'language'
