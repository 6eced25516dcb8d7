import { expect, test } from 'vitest'
import { safeRedirect } from './redirect.ts'

test('D-05 a path of this app is honoured with its query and fragment', () => {
  for (const own of [
    '/',
    '/submit',
    '/app/submissions?status=pending#top',
    '/deals/3',
    '/a//b',
    '/merchants/kopi%20kita',
  ])
    expect(safeRedirect(own)).toBe(own)
})

test('D-05 anything that could lead elsewhere leads home', () => {
  const foreign = [
    null,
    '',
    'app',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ]
  for (const elsewhere of foreign) expect(safeRedirect(elsewhere)).toBe('/')
})

test('D-05 control characters lead home', () => {
  for (const sly of ['/\t/evil.example', '/\n/evil.example', '/a\u0000b', '/\u007f', '\u0009/x', ' /x', '/a\u0085'])
    expect(safeRedirect(sly)).toBe('/')
})
