import {
  asLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
  languages,
  preferredLanguage,
  VISIT_LANGUAGE_COOKIE,
} from '@stampus/contract/values/languages'
import type { FastifyRequest } from 'fastify'

/** The language of the URL, else that chosen in this browser, else that of a link of this visit, else the browser's. */
export function findPageLanguage({ url, cookies, headers }: FastifyRequest): Language {
  const named = new URLSearchParams(url.split('?')[1]).get(LANGUAGE_PARAMETER)
  const kept = asLanguage(cookies[LANGUAGE_COOKIE]) ?? asLanguage(cookies[VISIT_LANGUAGE_COOKIE])
  return asLanguage(named) ?? kept ?? preferredLanguage(headers['accept-language'])
}

/** A page is rendered once for each language. */
export function removeLanguage(url: string): string {
  const [path = '', query] = url.split('?')
  if (query === undefined) return url
  const rest = query.split('&').filter((part) => !part.startsWith(`${LANGUAGE_PARAMETER}=`))
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path
}

export function listLanguageLinks(webUrl: string, path: string): string {
  const url = new URL(webUrl)
  url.pathname = path
  const inLanguage = (language: Language) =>
    `<${url.href}?${LANGUAGE_PARAMETER}=${language}>; rel="alternate"; hreflang="${language}"`
  return [
    `<${url.href}>; rel="canonical"`,
    `<${url.href}>; rel="alternate"; hreflang="x-default"`,
    ...languages.map(inLanguage),
  ].join(', ')
}
