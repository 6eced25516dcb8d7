import { expect, test } from 'vitest'
import { describeSmtpError, MailRejected } from './smtp-errors.ts'

const smtpError = (fields: object) => Object.assign(new Error('no mailbox aina@campus.edu.my'), fields)

test('D-26 the description of a rejected mail has its status and text but no personal data', () => {
  const reply = '550-5.7.1 <aina@campus.edu.my> see https://mail.example/help?user=aina&token=abc, not accepted'
  for (const error of [new MailRejected(reply), smtpError({ response: reply })]) {
    const description = describeSmtpError(error)
    expect(description).toMatch(/^550-5\.7\.1 .*not accepted$/)
    expect(description).not.toMatch(/aina|abc/)
  }
  expect(describeSmtpError(smtpError({ code: 'ECONNECTION' }))).toBe('The mail server was not reached (ECONNECTION).')
  expect(describeSmtpError(smtpError({}))).not.toContain('aina')
})
