import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { findPageLanguage } from './page-language.ts'

const [address, visit, chosen] = ['/app/deals?lang=ms', { stampus_visit_language: 'ms' }, { stampus_language: 'ms' }]

test.each<[string, { url?: string; cookies?: Record<string, string>; browser?: string }, string]>([
  ['nothing', {}, 'en'],
  ['the browser', { browser: 'ms-MY,en;q=0.8' }, 'ms'],
  ['the link of this visit, not the browser', { cookies: visit, browser: 'en' }, 'ms'],
  ['the choice, not the link of this visit', { cookies: { ...chosen, stampus_visit_language: 'en' } }, 'ms'],
  ['the choice, not the browser', { cookies: chosen, browser: 'en' }, 'ms'],
  ['the address, not the choice', { url: address, cookies: { stampus_language: 'en' }, browser: 'en' }, 'ms'],
  ['the choice if the address names no language', { url: '/app/deals?lang=fr', cookies: chosen }, 'ms'],
])('D-100 what decides on the language of a page: %s', (_what, { url = '/', cookies = {}, browser }, language) => {
  const request = { url, cookies, headers: { 'accept-language': browser } } as unknown as FastifyRequest
  expect(findPageLanguage(request)).toBe(language)
})
