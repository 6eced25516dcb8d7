import { expect, test } from 'vitest'
import { sanitizeHtml } from './announcements.service.ts'

const ALLOWED = [
  '<h2>Hours</h2><p>Open <strong>all</strong> <em>day</em></p><hr />',
  '<ul><li>One</li></ul><ol><li>Two</li></ol><blockquote>Three<br />Four</blockquote>',
  '<table><caption>Rule</caption><thead><tr><th>Total</th></tr></thead><tbody><tr><td>RM 10</td></tr></tbody></table>',
  'Fish &amp; chips &lt; RM 5',
]

const LINKS = [
  'https://example.org/a?b=1',
  'http://example.org',
  'mailto:support@stampus.example',
  'tel:+60355500142',
  '/app/deals',
]

const BAD_LINKS = [
  'mailto:?bcc=all@campus.edu.my',
  'mailto:a@campus.edu.my?bcc=b@evil.example',
  'javascript:alert(1)',
  '&#106;avascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'evil.example',
  '',
]

const BAD_HTML = [
  ['<script>alert(1)</script>', ''],
  ['<p onclick="alert(1)" style="position:fixed" class="x" id="y">Hi</p>', '<p>Hi</p>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
  ['<iframe src="https://evil.example"></iframe>', ''],
  ['<form action="https://evil.example"><input name=a>Go</form>', 'Go'],
  ['<h1>Big</h1>', 'Big'],
  ['<p>open', '<p>open</p>'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
] as const

test.each(ALLOWED)('S-3.04 keeps the formatting of %s', (html) => {
  expect(sanitizeHtml(html)).toBe(html)
})

test.each(LINKS)('D-35 a link to %s gets rel="noopener" and nothing else', (href) => {
  const given = `<a href="${href}" rel="opener" target="_blank" onclick="x">go</a>`
  expect(sanitizeHtml(given)).toBe(`<a href="${href}" rel="noopener">go</a>`)
})

test.each(BAD_LINKS)('D-35 a link to %j becomes its text, the next link stays', (href) => {
  const next = '<a href="/app/deals" rel="noopener">deals</a>'
  expect(sanitizeHtml(`<a href="${href}">go</a> ${next}`)).toBe(`go ${next}`)
})

test.each(BAD_HTML)('D-35 %s becomes %s', (html, clean) => {
  expect(sanitizeHtml(html)).toBe(clean)
})
