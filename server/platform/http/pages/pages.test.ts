import { expect, test } from 'vitest'
import { cacheControlOf } from './pages.ts'

test('D-60 only what the build names by its content is kept for good', () => {
  expect(cacheControlOf('assets/frame-3f2a.js')).toContain('immutable')
  for (const path of ['icon.svg', 'srv/assets/icon.svg', 'assets']) {
    expect(cacheControlOf(path)).toBe('public, max-age=3600')
  }
})

test('D-60 the service worker is asked for again each time, packed or not', () => {
  for (const path of ['sw.js', 'sw.js.br', 'sw.js.gz']) expect(cacheControlOf(path)).toBe('no-cache')
})
