import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMailServer } from '../support/server/mail-server.ts'
import type { Certificate } from './certificate.ts'

const account = { user: 'stampus', word: 'Setem-Pos-20-Sen' }

/** `settings` lead a server here; `close` takes it out of reach and `open` brings it back under the same address. */
export type EnvironmentMail = { settings: Record<string, string>; close(): Promise<void>; open(): Promise<void> }

/** A mail server that wants STARTTLS and a password, and lays what it takes into a folder as files. */
export async function startEnvironmentMail(folder: string, { key, cert }: Certificate): Promise<EnvironmentMail> {
  await mkdir(folder)
  const options: Parameters<typeof startMailServer>[0] = {
    key: readFileSync(key),
    cert: readFileSync(cert),
    onAuth: ({ username, password }, _, done) => {
      const known = username === account.user && password === account.word
      return known ? done(null, { user: account.user }) : done(new Error('Unknown'))
    },
    onData: (stream, _, done) => {
      stream.toArray().then((chunks) => keep(folder, Buffer.concat(chunks)).then(() => done(), done), done)
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

/** Whole or not at all: a name that begins with a dot is still being written. */
async function keep(folder: string, mail: Buffer): Promise<void> {
  const name = `${randomUUID()}.eml`
  await writeFile(join(folder, `.${name}`), mail)
  await rename(join(folder, `.${name}`), join(folder, name))
}
