import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real mail server of this machine alone; `stop` takes it out of reach. */
export type MailServer = { port: number; stop(): Promise<void> }

export async function startMailServer(options: SMTPServerOptions, port = 0): Promise<MailServer> {
  const smtp = new SMTPServer(options)
  // A client that breaks off is its own fault.
  smtp.on('error', () => {})
  smtp.listen(port, '127.0.0.1')
  await once(smtp.server, 'listening')
  const stop = () => new Promise<void>((resolve) => smtp.close(resolve))
  return { port: (smtp.server.address() as AddressInfo).port, stop }
}

/** A refusal in a mail server's own words. */
export function smtpError(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}
