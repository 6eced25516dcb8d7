/** A mail read from its .eml file. */
export type ReadMail = { to: string; subject: string; date: string; text: string }

/** Parses a mail that this server wrote: headers and the plain text part. */
export function readEml(eml: string): ReadMail {
  const { headers, body } = partOf(eml)
  const boundary = /boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary ? body.split(`--${boundary}`).map((part) => partOf(part.replace(/^\r?\n/, ''))) : [partOf(eml)]
  const plain = parts.find((part) => part.headers['content-type']?.startsWith('text/plain'))
  return {
    to: headers.to ?? '',
    subject: decodeWords(headers.subject ?? ''),
    date: headers.date ?? '',
    text: plain ? textOf(plain) : '',
  }
}

/** The first URL in a text. */
export function firstLink(text: string): string | undefined {
  return /https?:\/\/\S+/.exec(text)?.[0]
}

type Part = { headers: Record<string, string>; body: string }

function partOf(raw: string): Part {
  const end = /\r?\n\r?\n/.exec(raw)
  const head = raw.slice(0, end?.index).replace(/\r?\n[ \t]+/g, ' ')
  const headers = head.split(/\r?\n/).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(headers), body: end ? raw.slice(end.index + end[0].length) : '' }
}

function textOf({ headers, body }: Part): string {
  return decodeBody(body, headers['content-transfer-encoding']).replaceAll('\r\n', '\n').trimEnd()
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? unquote(body.replace(/=\r?\n/g, '')) : body
}

/** Decodes `=?UTF-8?Q?…?=` words; white space between two of them is dropped. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : unquote(word.replaceAll('_', ' ')),
    )
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
