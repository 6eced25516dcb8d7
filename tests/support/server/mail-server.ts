import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real mail server on this machine; `stop` makes it unreachable. */
type MailServer = { port: number; stop(): Promise<void> }

export async function startMailServer(
  options: SMTPServerOptions,
  port = 0,
  address = '127.0.0.1',
): Promise<MailServer> {
  const smtp = new SMTPServer(options)
  // Ignores clients that break off.
  smtp.on('error', () => {})
  smtp.listen(port, address)
  await once(smtp.server, 'listening')
  const stop = () => new Promise<void>((resolve) => smtp.close(resolve))
  return { port: (smtp.server.address() as AddressInfo).port, stop }
}

/** An SMTP error with this code and text. */
export function smtpError(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}
