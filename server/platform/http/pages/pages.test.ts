import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { findPageLanguage } from './page-language.ts'
import { createPathMatcher } from './page-paths.ts'
import { allowApi, apiOriginOf, cacheControlOf } from './pages.ts'

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

test('S-2.37 every spelling of a page’s path matches, and no other path', () => {
  const hasPage = createPathMatcher(['/', '/app/merchants', '/app/merchants/:id', '/merchants/:slug'])
  for (const path of ['/', '//', '/app/merchants', '/APP//Merchants/', '/%61pp/merchants', '/app/merchants/7'])
    expect(hasPage(path), path).toBe(true)
  for (const path of ['/nowhere', '/app', '/app/merchants/7/8', '/merchants', '/%0d%0ax', '/%E0%A4%A', '/:slug'])
    expect(hasPage(path), path).toBe(false)
})

test('D-60 browsers cache only files named by their content for good, and revalidate the service worker each time', () => {
  expect(cacheControlOf('assets/frame-3f2a.js')).toContain('immutable')
  for (const path of ['icon.svg', 'srv/assets/icon.svg', 'assets'])
    expect(cacheControlOf(path)).toBe('public, max-age=3600')
  for (const path of ['sw.js', 'sw.js.br', 'sw.js.gz']) expect(cacheControlOf(path)).toBe('no-cache')
})

test('D-66 the pages of an app that was built for another server may call its API and show its pictures, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-built-'))
  const found = [apiOriginOf(folder)]
  for (const base of ['/api', 'https://api.campus.test/api']) {
    await writeFile(join(folder, '.api-base'), base)
    found.push(apiOriginOf(folder))
  }
  expect(found).toEqual([undefined, undefined, 'https://api.campus.test'])
  await rm(folder, { recursive: true })

  const headers = new Map([['content-security-policy', "img-src 'self' data:;connect-src 'self';font-src 'self'"]])
  const reply = { getHeader: headers.get.bind(headers), header: headers.set.bind(headers) } as unknown as FastifyReply
  allowApi(reply, 'https://api.campus.test')
  expect(headers.get('content-security-policy')).toBe(
    "img-src https://api.campus.test 'self' data:;connect-src https://api.campus.test 'self';font-src 'self'",
  )
})
