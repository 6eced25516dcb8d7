import { expect, test } from 'vitest'
import hostile from './hostileRedirects.json'
import { normalizePath, safeRedirect } from './urls.ts'

test('D-05 redirects to a path of this app with its query and fragment, and home without one or with control characters', () => {
  for (const own of ['/', '/app/submissions?status=pending#top', '/deals/3', '/a//b', '/merchants/kopi%20kita'])
    expect(safeRedirect(own)).toBe(own)
  for (const bad of [null, '', 'app', '/\n/evil.example', '/a\u0000b', '/\u007f', '\u0009/x', ' /x', '/a\u0085'])
    expect(safeRedirect(bad)).toBe('/')
})

test('D-05 none of several hundred hostile redirects leads a browser to another site', () => {
  const app = 'http://app.test'
  const foreign = hostile.filter((redirect) => URL.parse(redirect, `${app}/login`)?.origin !== app)
  expect(hostile.length).toBeGreaterThan(500)
  expect(foreign.length).toBeGreaterThan(250)
  for (const redirect of hostile) expect(new URL(safeRedirect(redirect), `${app}/login`).origin, redirect).toBe(app)
  for (const redirect of foreign) expect(safeRedirect(redirect), redirect).toBe('/')
})

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/app//merchants/', '/app/merchants'],
  ['/%61pp/%6Derchants', '/app/merchants'],
  ['/APP/merchants/7/', '/APP/merchants/7'],
  ['/merchants/kopi%20kita', '/merchants/kopi%20kita'],
  ['/a%2Fb', '/a%2Fb'],
])('S-2.06 the normal form of %j is %j', (path, normal) => {
  expect(normalizePath(path)).toBe(normal)
})
