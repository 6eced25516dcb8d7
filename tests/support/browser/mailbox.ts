import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Mail = { to: string; subject: string; text: string; link: string | undefined }

const WAIT_MS = 30_000

/** Mails written since `after` (ms since 1970) whose subject contains `subject`. */
type MailFilter = { after?: number; subject?: string }

/** Waits for a mail to an address that matches the filter, and returns the newest. */
export async function waitForMail(folder: string, address: string, sought: MailFilter = {}): Promise<Mail> {
  const until = Date.now() + WAIT_MS
  while (Date.now() < until) {
    const mail = await newestMail(folder, address, sought)
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
    const mail = readMail(await readFile(join(folder, name), 'latin1'))
    if (mail.to.toLowerCase().includes(address.toLowerCase()) && mail.subject.includes(subject)) return mail
  }
  return undefined
}

/** Parses a mail of nodemailer: its decoded plain text and the first link in it. */
function readMail(source: string): Mail {
  const whole = split(source)
  const plain = partsOf(whole).find(({ header }) => (header('content-type') || 'text/plain').startsWith('text/plain'))
  const text = plain ? decode(plain.body, plain.header('content-transfer-encoding')) : ''
  const [link] = text.match(/https?:\/\/\S+/) ?? []
  return { to: whole.header('to'), subject: decodeWords(whole.header('subject')), text, link }
}

type Part = { header: (name: string) => string; body: string }

function partsOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)/i.exec(part.header('content-type'))?.[1]
  if (boundary === undefined) return [part]
  const inner = part.body.split(`--${boundary}`).slice(1, -1)
  return inner.flatMap((text) => partsOf(split(text.trimStart())))
}

function split(source: string): Part {
  const [head = '', ...rest] = source.replaceAll('\r\n', '\n').split('\n\n')
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n')
  const header = (name: string) => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`))
    return line?.slice(name.length + 1).trim() ?? ''
  }
  return { header, body: rest.join('\n\n') }
}

function decode(body: string, encoding: string) {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString()
  return Buffer.from(/quoted-printable/i.test(encoding) ? unquote(body) : body, 'latin1').toString()
}

function unquote(body: string) {
  const joined = body.replace(/=\n/g, '')
  return joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decodeWords(subject: string) {
  const words = subject.replace(/\?=\s+=\?/g, '?==?')
  return words.replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) => {
    return kind.toUpperCase() === 'B' ? decode(word, 'base64') : decode(word.replaceAll('_', ' '), 'quoted-printable')
  })
}
