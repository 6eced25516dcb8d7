import { expect, test } from 'vitest'
import { type MailMessage, mailOf, translatedMail } from './layout.ts'

const settings = { PRODUCT_NAME: 'Cap & Co', LEGAL_NAME: 'Cap Sdn. Bhd.', SUPPORT_EMAIL: 'help@cap.example' }
const message: MailMessage = {
  subject: 'Your receipt <1>',
  greeting: 'Hello Aina,',
  before: ['Your receipt <1> was rejected.', 'Comments: first line\nsecond <line>'],
  action: { label: 'See it & more', link: 'https://cap.example/app?a=1&b=2' },
  after: ['That is all.'],
}
const aina = { email: 'aina@campus.edu.my', language: null }
const { text, html } = mailOf(settings, aina, message)

test('D-26 the plain text of a mail has its parts in order and the link on a line of its own', () => {
  expect(text.split('\n\n')).toEqual([
    'Hello Aina,',
    'Your receipt <1> was rejected.',
    'Comments: first line\nsecond <line>',
    'See it & more:',
    'https://cap.example/app?a=1&b=2',
    'That is all.',
    "-- \nCap & Co, Cap Sdn. Bhd.\nhelp@cap.example\nYou're receiving this email because this address was entered at Cap & Co.",
  ])
  const announced = mailOf(settings, aina, { ...message, before: ['Open this link:'] }).text
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

test('D-23 D-35 no text of a mail and no link in it is HTML', () => {
  const hostile = `"'><img src=x>`
  const own = { PRODUCT_NAME: hostile, LEGAL_NAME: hostile, SUPPORT_EMAIL: hostile }
  const action = { label: hostile, link: `https://cap.example/?id=${hostile}` }
  const mail = { subject: hostile, greeting: hostile, before: [hostile], action, after: [hostile] }
  expect(mailOf(own, aina, mail).html).not.toMatch(/<img|"'>/)
})

test('D-100 a mail is in the language of its recipient, with its frame; without a language it is English', () => {
  const texts = {
    en: message,
    ms: { ...message, before: ['Resit anda ditolak.'], action: { label: 'Lihat', link: '/' } },
  }
  const inMalay = translatedMail(settings, { ...aina, language: 'ms' }, texts)
  expect(inMalay.html).toContain('<html lang="ms">')
  expect(inMalay.html).toContain('Atau salin pautan ini ke dalam pelayar anda:<br>')
  for (const body of [inMalay.html, inMalay.text]) {
    expect(body).toContain('Resit anda ditolak.')
    expect(body).toMatch(/Anda menerima e-mel ini kerana alamat ini dimasukkan di Cap (&|&amp;) Co\./)
    expect(body).not.toMatch(/rejected|receiving|copy/)
  }
  for (const language of ['en', null] as const) {
    const inEnglish = translatedMail(settings, { ...aina, language }, texts)
    expect(inEnglish.html).toContain('<html lang="en">')
    expect(inEnglish.html).toContain('Or copy this link into your browser:<br>')
    expect(inEnglish.text).toBe(text)
  }
})
