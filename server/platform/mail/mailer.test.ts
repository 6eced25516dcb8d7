import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMailServer } from '../../../tests/support/server/mail-server.ts'
import { readConfig } from '../../config.ts'
import { emailChangeMail, emailChangeNotice, verificationMail } from '../../domains/accounts/account-mails.ts'
import { type Mail, openMailer } from './mailer.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stampus-mail-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

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
  for (const to of bad) await expect(mailer.send(createMail({ to }))).rejects.toThrow('cannot be addressed')
  await expect(mailer.send(createMail({ subject: 'Hello\r\nBcc: b@evil.example' }))).rejects.toThrow(
    'cannot be addressed',
  )
  expect(await readdir(join(dataDir, 'mail'))).toHaveLength(before)
})

test('D-26 with SMTP_URL set the mail goes to that server, and its rejection is an error', async () => {
  const received: { to: string[]; from: string; data: string }[] = []
  const { port, stop } = await startMailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(address.startsWith('full@') ? new Error('mailbox full') : null),
    onData: async (stream, { envelope }, done) => {
      const chunks = await stream.toArray()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ to: envelope.rcptTo.map(({ address }) => address), from, data: Buffer.concat(chunks).toString() })
      done()
    },
  })
  const mailer = openMailer(
    configOf({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Stampus <no-reply@rewards.example>' }),
  )
  await mailer.send(createMail())
  expect(received).toMatchObject([{ to: ['aina@campus.edu.my'], from: 'no-reply@rewards.example' }])
  expect((await PostalMime.parse(received[0]?.data ?? '')).text).toContain(LINK)
  await expect(mailer.send(createMail({ to: 'full@campus.edu.my' }))).rejects.toThrow('mailbox full')
  await stop()
  await expect(mailer.send(createMail())).rejects.toThrow()
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
