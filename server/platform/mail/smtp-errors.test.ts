import { expect, test } from 'vitest'
import { MailRejected, refusalOf } from './smtp-errors.ts'

const fault = (given: object) => Object.assign(new Error('no mailbox aina@campus.edu.my'), given)

test('D-26 what is kept of a refusal is its status and its words, without whom or what it names', () => {
  const said = '550-5.7.1 <aina@campus.edu.my> see https://mail.example/help?user=aina&token=abc, not accepted'
  for (const refused of [new MailRejected(said), fault({ response: said })]) {
    const kept = refusalOf(refused)
    expect(kept).toMatch(/^550-5\.7\.1 .*not accepted$/)
    expect(kept).not.toMatch(/aina|abc/)
  }
  expect(refusalOf(fault({ code: 'ECONNECTION' }))).toBe('The mail server was not reached (ECONNECTION).')
  expect(refusalOf(fault({}))).not.toContain('aina')
})
