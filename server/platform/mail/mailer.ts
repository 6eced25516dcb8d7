import { isEmailAddress } from '@stampus/contract/values/emails'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { writeMailFile } from './mail-files.ts'
import { classifySmtpError, MailRejected } from './smtp-errors.ts'

/** `to` is one plain address. */
export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Resolves once the mail is accepted or its file is written. Throws MailRejected if it never will be. */
  send(mail: Mail): Promise<void>
  settled(): Promise<void>
}

/** Sends by SMTP_URL; without it, writes `.eml` files into the data folder and prints their links. */
export function openMailer(config: Config): Mailer {
  const deliver = config.SMTP_URL ? smtpTransport(config.SMTP_URL, config) : fileTransport(config)
  const underWay = new Set<Promise<void>>()
  return {
    send: async (mail) => {
      // After a line break, a mail server would read further addresses or headers.
      if (!isEmailAddress(mail.to) || /[\r\n]/.test(mail.subject)) throw new Error('This mail cannot be addressed')
      const delivery = deliver(mail)
      underWay.add(delivery)
      await delivery.finally(() => underWay.delete(delivery))
    },
    settled: async () => void (await Promise.allSettled(underWay)),
  }
}

type Deliver = (mail: Mail) => Promise<void>

type SmtpSettings = Pick<Config, 'SMTP_URL' | 'SMTP_STARTTLS'>

/** Connects, encrypts and signs in as for a mail, and sends none. */
export async function verifySmtp(config: SmtpSettings): Promise<void> {
  if (!config.SMTP_URL) return
  const transport = openSmtp(config.SMTP_URL, config)
  await transport.verify().finally(() => transport.close())
}

const openSmtp = (url: string, { SMTP_STARTTLS }: SmtpSettings) =>
  createTransport({
    url,
    requireTLS: SMTP_STARTTLS === 'required',
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

function smtpTransport(url: string, { MAIL_FROM, ...settings }: Config): Deliver {
  const transport = openSmtp(url, settings)
  return async (mail) => {
    try {
      await transport.sendMail(envelopeOf(mail, MAIL_FROM))
    } catch (error) {
      throw classifySmtpError(error)
    }
  }
}

function fileTransport({ DATA_DIR, MAIL_FROM }: Config): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await transport.sendMail(envelopeOf(mail, MAIL_FROM))
    const path = await writeMailFile(DATA_DIR, mail.to, Buffer.from(message as Buffer))
    console.log(`Mail to ${mail.to}: ${path}\n  ${firstLink(mail.text) ?? '(no link)'}`)
  }
}

export const firstLink = (text: string): string | undefined => /https?:\/\/\S+/.exec(text)?.[0]

const envelopeOf = ({ to, subject, text, html }: Mail, from: string) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

export const countedMailer = (mailer: Mailer, { mails }: Metrics): Mailer => ({
  ...mailer,
  send: async (mail) => {
    try {
      await mailer.send(mail)
      mails.inc({ outcome: 'sent' })
    } catch (error) {
      mails.inc({ outcome: error instanceof MailRejected ? 'refused' : 'failed' })
      throw error
    }
  },
})
