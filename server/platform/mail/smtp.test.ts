import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpError, startMailServer } from '../../../tests/support/server/mail-server.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { openMailer } from './mailer.ts'
import { MailRejected } from './smtp-errors.ts'

const dataDir = await temporaryFolder()
const mail = { to: 'aina@campus.edu.my', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

/** The result of sending one mail through a mail server; `login` is part of its URL. */
async function sendThrough(options: SMTPServerOptions, settings: Record<string, string> = {}, login = '') {
  let taken = 0
  const { port, stop } = await startMailServer({
    authOptional: true,
    onData: (stream, _, done) => {
      taken += 1
      stream.on('end', done).resume()
    },
    ...options,
  })
  onTestFinished(stop)
  const SMTP_URL = `smtp://${login}127.0.0.1:${port}`
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SMTP_URL, ...settings })
  const error = await openMailer(config)
    .send(mail)
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  return { taken, error }
}

const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }

test('D-26 if STARTTLS is required, no mail is sent without it or to a server with an untrusted certificate', async () => {
  expect(await sendThrough(plain, { SMTP_STARTTLS: 'required' })).toMatchObject({ taken: 0, error: expect.any(Error) })
  const unknown = await sendThrough({}, { SMTP_STARTTLS: 'required' })
  expect(unknown).toMatchObject({ taken: 0, error: { code: 'ESOCKET' } })
  expect(await sendThrough(plain)).toEqual({ taken: 1, error: undefined })
})

test('D-26 the mailer logs in to a mail server that asks for it, and a wrong password does not reject the mail', async () => {
  const withLogin: SMTPServerOptions = {
    ...plain,
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'stampus' && password === 'Long Word' ? done(null, { user: username }) : done(new Error('wrong')),
  }
  expect(await sendThrough(withLogin, {}, 'stampus:Long%20Word@')).toEqual({ taken: 1, error: undefined })
  const { taken, error } = await sendThrough(withLogin, {}, 'stampus:other@')
  expect([taken, error instanceof MailRejected]).toEqual([0, false])
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
