import { expect, test } from 'vitest'
import { cacheControlOf } from './pages.ts'

test('D-60 only what the build names by its content is kept for good', () => {
  expect(cacheControlOf('assets/frame-3f2a.js')).toContain('immutable')
  for (const path of ['icon.svg', 'srv/assets/icon.svg', 'assets']) {
    expect(cacheControlOf(path)).toBe('public, max-age=3600')
  }
})
