import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { smtpError, startMailServer } from '../../../tests/support/server/mail-server.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { emailChangeMail, emailChangeNotice, verificationMail } from '../../domains/accounts/accounts.mail.ts'
import { type MailMessage, mailOf, translatedMail } from './layout.ts'
import { type Mail, openMailer } from './mailer.ts'
import { describeSmtpError, MailRejected } from './smtp-errors.ts'

const dataDir = await temporaryFolder()

const LINK = `https://rewards.example/email/verification?id=7&hash=${'ab'.repeat(20)}&expires=1790000000&signature=${'cd'.repeat(32)}`
const configOf = (given: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...given })

function createMail(given: Partial<Mail> = {}): Mail {
  const config = configOf({ PRODUCT_NAME: 'Kad Çap <1>' })
  return {
    ...verificationMail(config, { email: 'aina@campus.edu.my', language: 'en' }, { link: LINK }),
    ...given,
  }
}

test('D-26 without SMTP_URL a mail is a file named by time and address, and the log names the file and the link', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const mailer = openMailer(configOf())
  await mailer.send(createMail())
  await mailer.send(createMail({ to: 'x.y|z*@campus.edu.my' }))
  const names = (await readdir(join(dataDir, 'mail'))).sort()
  expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-\w{4}-aina@campus\.edu\.my\.eml$/)
  expect(names[1]).toContain('x.y_z_@campus.edu.my.eml')
  const path = join(dataDir, 'mail', names[0] ?? '')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(log.mock.calls[0]?.join()).toContain(path)
  expect(log.mock.calls[0]?.join()).toContain(LINK)
  log.mockRestore()
  const read = await PostalMime.parse(await readFile(path))
  expect(read.to).toEqual([{ name: '', address: 'aina@campus.edu.my' }])
  expect(read.subject).toBe('Verify your email address for Kad Çap <1>')
  expect(read.text).toContain(`\n\n${LINK}\n\n`)
  expect(read.text).toContain('Hello,\n')
})

test('D-26 the mailer rejects an address or subject with a line break, and more than one address', async () => {
  const mailer = openMailer(configOf())
  const before = (await readdir(join(dataDir, 'mail'))).length
  const bad = ['a@campus.edu.my\r\nBcc: b@evil.example', 'a@campus.edu.my, b@evil.example', 'A <a@campus.edu.my>', '']
  for (const given of [...bad.map((to) => ({ to })), { subject: 'Hello\r\nBcc: b@evil.example' }])
    await expect(mailer.send(createMail(given))).rejects.toThrow('cannot be addressed')
  expect(await readdir(join(dataDir, 'mail'))).toHaveLength(before)
})

test('D-65 mails use the configured names, and all text in their HTML is escaped', () => {
  const config = configOf({ PRODUCT_NAME: 'Cap & Co', SUPPORT_EMAIL: 'help@cap.example', LEGAL_NAME: 'Cap <Sdn>' })
  const to = { email: 'a@campus.edu.my', language: null }
  for (const { text, html, subject } of [
    emailChangeNotice(config, to, { name: '<img src=x>', newEmail: 'n<e>w@campus.edu.my', link: LINK }),
    emailChangeMail(config, to, { link: LINK, oldEmail: 'o"l\'d<b>@campus.edu.my' }),
    verificationMail(config, to, { link: LINK }),
  ]) {
    expect(subject).toContain('Cap & Co')
    expect(text).toContain('help@cap.example')
    expect(html).toContain('Cap &amp; Co, Cap &lt;Sdn&gt;<br>help@cap.example')
    expect(html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
    expect(html).not.toMatch(/<img|<e>|<b>|<Sdn>|<script/)
  }
})

/** What a mail server gets of one mail, and how sending it ends; `login` is part of the server's URL. */
async function sendThrough(options: SMTPServerOptions, settings: Record<string, string> = {}, login = '') {
  const received: { to: string[]; from: string; data: string }[] = []
  const { port, stop } = await startMailServer({
    authOptional: true,
    onData: async (stream, { envelope }, done) => {
      const data = Buffer.concat(await stream.toArray()).toString()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ to: envelope.rcptTo.map(({ address }) => address), from, data })
      done()
    },
    ...options,
  })
  onTestFinished(stop)
  const error = await openMailer(configOf({ SMTP_URL: `smtp://${login}127.0.0.1:${port}`, ...settings }))
    .send(createMail())
    .catch((error: unknown) => error)
  return { received, error }
}

const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }

test('D-26 with SMTP_URL set the mail goes to that server; if STARTTLS is required, not without it or to an untrusted certificate', async () => {
  const { received, error } = await sendThrough(plain, { MAIL_FROM: 'Stampus <no-reply@rewards.example>' })
  const sent = { to: ['aina@campus.edu.my'], from: 'no-reply@rewards.example' }
  expect([received, error]).toMatchObject([[sent], undefined])
  expect((await PostalMime.parse(received[0]?.data ?? '')).text).toContain(LINK)
  const required = { SMTP_STARTTLS: 'required' }
  expect(await sendThrough(plain, required)).toMatchObject({ received: [], error: expect.any(Error) })
  expect(await sendThrough({}, required)).toMatchObject({ received: [], error: { code: 'ESOCKET' } })
})

test('D-26 the mailer logs in to a mail server that asks for it, and a wrong password does not reject the mail', async () => {
  const withLogin: SMTPServerOptions = {
    ...plain,
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'stampus' && password === 'Long Word' ? done(null, { user: username }) : done(new Error('wrong')),
  }
  expect((await sendThrough(withLogin, {}, 'stampus:Long%20Word@')).received).toHaveLength(1)
  const { received, error } = await sendThrough(withLogin, {}, 'stampus:other@')
  expect([received, error instanceof MailRejected]).toEqual([[], false])
  expect(error).toMatchObject({ responseCode: 535 })
})

test.each([
  ['a mailbox that is not there', 550, 'onRcptTo', true],
  ['a mailbox that is not there, as 5.1.1', 550, 'onRcptTo', true, '5.1.1 '],
  ['a sender that it cannot find, as 5.1.8', 550, 'onRcptTo', false, '5.1.8 '],
  ['a mailbox that is closed, as 5.2.1', 550, 'onRcptTo', true, '5.2.1 '],
  ['a mailbox that is full, as 5.2.2', 552, 'onRcptTo', false, '5.2.2 '],
  ['to relay for us, as 5.7.1', 554, 'onRcptTo', false, '5.7.1 '],
  ['who has not signed in', 530, 'onRcptTo', false],
  ['a mailbox that is full today', 452, 'onRcptTo', false],
  ['a sender it does not take', 550, 'onMailFrom', false],
  ['a message it holds for spam', 554, 'onData', true],
  ['a message it cannot convert, as 5.6.1', 554, 'onData', true, '5.6.1 '],
  ['a message by its policy, as 5.7.1', 550, 'onData', false, '5.7.1 '],
  ['a message while it is overloaded', 451, 'onData', false],
] as const)(
  'D-26 a mail server that refuses %s with %i is asked again only where that helps',
  async (_, code, step, forGood, status: string = '') => {
    const refuse = (_what: unknown, _session: unknown, done: (error: Error) => void) =>
      done(smtpError(code, `${status}No, thank you`))
    const refuseData: SMTPServerOptions['onData'] = (stream, session, done) =>
      stream.on('end', () => refuse(stream, session, done)).resume()
    const { error } = await sendThrough({ ...plain, [step]: step === 'onData' ? refuseData : refuse })
    expect(error instanceof MailRejected).toBe(forGood)
    expect(String(error)).toContain('No, thank you')
  },
)

test('D-26 the description of a rejected mail has its status and text but no personal data', () => {
  const reply = '550-5.7.1 <aina@campus.edu.my> see https://mail.example/help?user=aina&token=abc, not accepted'
  const withFields = (fields: object) => Object.assign(new Error('no mailbox aina@campus.edu.my'), fields)
  for (const error of [new MailRejected(reply), withFields({ response: reply })]) {
    const description = describeSmtpError(error)
    expect(description).toMatch(/^550-5\.7\.1 .*not accepted$/)
    expect(description).not.toMatch(/aina|abc/)
  }
  expect(describeSmtpError(withFields({ code: 'ECONNECTION' }))).toBe('The mail server was not reached (ECONNECTION).')
  expect(describeSmtpError(withFields({}))).not.toContain('aina')
})

const settings = { PRODUCT_NAME: 'Cap & Co', LEGAL_NAME: 'Cap Sdn. Bhd.', SUPPORT_EMAIL: 'help@cap.example' }
const message: MailMessage = {
  subject: 'Your receipt <1>',
  greeting: 'Hello Aina,',
  before: ['Your receipt <1> was rejected.', `Comments: first line\nTom's "second" <line>`],
  action: { label: 'See it & more', link: 'https://cap.example/app?a=1&b=2' },
  after: ['That is all.'],
}
const aina = { email: 'aina@campus.edu.my', language: null }
const { text, html } = mailOf(settings, aina, message)

test('D-26 the plain text of a mail has its parts in order and the link on a line of its own', () => {
  expect(text.split('\n\n')).toEqual([
    'Hello Aina,',
    'Your receipt <1> was rejected.',
    `Comments: first line\nTom's "second" <line>`,
    'See it & more:',
    'https://cap.example/app?a=1&b=2',
    'That is all.',
    "-- \nCap & Co, Cap Sdn. Bhd.\nhelp@cap.example\nYou're receiving this email because this address was entered at Cap & Co.",
  ])
  const announced = mailOf(settings, aina, { ...message, before: ['Open this link:'] }).text
  expect(announced).toContain('Open this link:\n\nhttps://cap.example/app')
})

test('D-26 D-35 the HTML of a mail escapes its text, keeps line breaks, sets a preview text and supports dark mode', () => {
  expect(html).toContain('Comments: first line<br>Tom&#39;s &quot;second&quot; &lt;line&gt;')
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
