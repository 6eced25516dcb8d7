import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { setLanguageSource } from '@stampus/contract/texts/current'
import { LANGUAGE_HEADER, type Language } from '@stampus/contract/values/languages'
import type { FastifyInstance } from 'fastify'

const languages = new AsyncLocalStorage<Language>()

/** Malay if a request has the header `X-Language: ms`, else English. */
export function setRequestLanguages(app: FastifyInstance): void {
  setLanguageSource(requestLanguage)
  app.addHook('onRequest', ({ raw }, _reply, done) => inLanguageOf(raw, done))
  // Again after the body has arrived: its events come from the connection, which knows no request.
  app.addHook('preValidation', ({ raw }, _reply, done) => inLanguageOf(raw, done))
}

export const requestLanguage = (): Language => languages.getStore() ?? 'en'

/** Runs code that no hook has put into the language of a request. */
export const inLanguageOf = <Result>({ headers }: IncomingMessage, work: () => Result): Result =>
  languages.run(headers[LANGUAGE_HEADER] === 'ms' ? 'ms' : 'en', work)
