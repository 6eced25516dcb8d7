import { expect, test } from 'vitest'
import { cacheControlOf } from './pages.ts'

test('D-60 browsers cache only files named by their content for good', () => {
  expect(cacheControlOf('assets/frame-3f2a.js')).toContain('immutable')
  for (const path of ['icon.svg', 'srv/assets/icon.svg', 'assets']) {
    expect(cacheControlOf(path)).toBe('public, max-age=3600')
  }
})

test('D-60 browsers revalidate the service worker each time, compressed or not', () => {
  for (const path of ['sw.js', 'sw.js.br', 'sw.js.gz']) expect(cacheControlOf(path)).toBe('no-cache')
})
