import { expect, test } from 'vitest'
import { type MailMessage, mailOf } from './layout.ts'

const settings = { PRODUCT_NAME: 'Cap & Co', LEGAL_NAME: 'Cap Sdn. Bhd.', SUPPORT_EMAIL: 'help@cap.example' }
const message: MailMessage = {
  subject: 'Your receipt <1>',
  greeting: 'Hello Aina,',
  before: ['your receipt <1> was rejected.', 'Comments: first line\nsecond <line>'],
  action: { label: 'See it & more', link: 'https://cap.example/app?a=1&b=2' },
  after: ['That is all.'],
}
const { text, html } = mailOf(settings, 'aina@campus.edu.my', message)

test('D-26 the plain text of a mail has its parts in order and the link on a line of its own', () => {
  expect(text.split('\n\n')).toEqual([
    'Hello Aina,',
    'your receipt <1> was rejected.',
    'Comments: first line\nsecond <line>',
    'See it & more:',
    'https://cap.example/app?a=1&b=2',
    'That is all.',
    '-- \nCap & Co, Cap Sdn. Bhd.\nhelp@cap.example\nYou are receiving this email because this address was entered at Cap & Co.',
  ])
  const announced = mailOf(settings, 'aina@campus.edu.my', { ...message, before: ['Open this link:'] }).text
  expect(announced).toContain('Open this link:\n\nhttps://cap.example/app')
})

test('D-26 the HTML of a mail keeps line breaks, sets a preview text and supports dark mode', () => {
  expect(html).toContain('Comments: first line<br>second &lt;line&gt;')
  expect(html).toMatch(/display:none[^>]*>Your receipt &lt;1&gt; was rejected\./)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
  expect(html).toContain('href="https://cap.example/app?a=1&amp;b=2"')
  expect(html).not.toMatch(/<script|<img|<link|url\(|<1>|<line>/)
})
