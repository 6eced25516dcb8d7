import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMailServer } from '../support/server/mail-server.ts'
import type { Certificate } from './certificate.ts'

const account = { user: 'stampus', word: 'Setem-Pos-20-Sen' }

/** `settings` point a server here; `close` makes it unreachable and `open` brings it back at the same address. */
export type EnvironmentMail = { settings: Record<string, string>; close(): Promise<void>; open(): Promise<void> }

/** Starts a mail server that requires STARTTLS and a password, and saves each mail as a file. */
export async function startEnvironmentMail(folder: string, { key, cert }: Certificate): Promise<EnvironmentMail> {
  await mkdir(folder)
  const options: Parameters<typeof startMailServer>[0] = {
    key: readFileSync(key),
    cert: readFileSync(cert),
    onAuth: ({ username, password }, _, done) => {
      const known = username === account.user && password === account.word
      return known ? done(null, { user: account.user }) : done(new Error('Unknown'))
    },
    onData: async (stream, _, done) => {
      const path = join(folder, `${randomUUID()}.eml`)
      // Under another name first, so that readers see only complete files.
      await writeFile(`${path}.part`, stream)
      await rename(`${path}.part`, path)
      done()
    },
  }
  let server = await startMailServer(options)
  const { port } = server
  return {
    settings: {
      SMTP_URL: `smtp://${account.user}:${account.word}@127.0.0.1:${port}`,
      SMTP_STARTTLS: 'required',
    },
    close: () => server.stop(),
    open: async () => {
      server = await startMailServer(options, port)
    },
  }
}
