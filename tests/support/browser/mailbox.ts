import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'

export type Mail = { to: string; subject: string; text: string; link: string | undefined }

const WAIT_MS = 30_000

/** Mails written since `after` (ms since 1970) whose subject contains `subject`. */
type MailFilter = { after?: number; subject?: string }

/** Waits for a mail to an address that matches the filter, and returns the newest. */
export async function waitForMail(folder: string, address: string, filter: MailFilter = {}): Promise<Mail> {
  const until = Date.now() + WAIT_MS
  while (Date.now() < until) {
    const mail = await newestMail(folder, address, filter)
    if (mail) return mail
    await pause(100)
  }
  throw new Error(`No mail to ${address} within ${WAIT_MS / 1000} s`)
}

async function newestMail(folder: string, address: string, { after = 0, subject = '' }: MailFilter) {
  // The name of an incomplete mail begins with a dot.
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name))
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  for (const { name, at } of dated.sort((one, other) => other.at - one.at)) {
    if (at < after) return undefined
    const mail = await readMail(join(folder, name))
    if (mail.to.toLowerCase().includes(address.toLowerCase()) && mail.subject.includes(subject)) return mail
  }
  return undefined
}

/** Parses a mail file: its plain text and the first link in it. */
async function readMail(path: string): Promise<Mail> {
  const { headers, subject = '', text = '' } = await PostalMime.parse(await readFile(path))
  const [link] = text.match(/https?:\/\/\S+/) ?? []
  return { to: headers.find(({ key }) => key === 'to')?.value ?? '', subject, text, link }
}
