import { expect, test } from 'vitest'
import { createPathMatcher } from './page-paths.ts'

const hasPage = createPathMatcher(['/', '/app/merchants', '/app/merchants/:id', '/merchants/:slug'])

test('S-2.37 every spelling of a page’s path matches', () => {
  for (const path of ['/', '//', '/app/merchants', '/APP//Merchants/', '/%61pp/merchants', '/app/merchants/7'])
    expect(hasPage(path), path).toBe(true)
})

test('S-2.37 no other path matches', () => {
  for (const path of ['/nowhere', '/app', '/app/merchants/7/8', '/merchants', '/%0d%0ax', '/%E0%A4%A', '/:slug'])
    expect(hasPage(path), path).toBe(false)
})
