import { expect, test } from 'vitest'
import { escapeHtml } from './escape.ts'

test('D-35 text in HTML and in quoted attributes stays text', () => {
  expect(escapeHtml(`<a href="x">Tom's & Ali's</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;Tom&#39;s &amp; Ali&#39;s&lt;/a&gt;',
  )
})
