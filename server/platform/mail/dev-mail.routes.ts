import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { requireThisMachine } from '../http/guards/hosts.ts'
import { notFound } from '../http/http-error.ts'
import { escapeHtml } from '../security/escape.ts'
import colors from './colors.json' with { type: 'json' }
import { type Colors, FONT } from './layout.ts'
import { listMailFiles, readMailFile } from './mail-files.ts'
import { firstLink } from './mailer.ts'

const MAX_LISTED = 200
const SHEET = '/dev/mail.css'

/** Shows sent mails, only outside production and only for requests from this machine. */
export function devMailRoutes(app: FastifyInstance, { config }: { config: Config }): void {
  if (config.production || config.SMTP_URL) return
  app.get('/dev/mail', async (request, reply) => {
    requireThisMachine(request)
    return reply.headers(HEADERS).send(await listPage(config.DATA_DIR))
  })
  app.get(SHEET, async (request, reply) => {
    requireThisMachine(request)
    return reply.headers({ ...HEADERS, 'content-type': 'text/css; charset=utf-8' }).send(devMailSheet)
  })
  app.get<{ Params: { name: string } }>('/dev/mail/:name', async (request, reply) => {
    requireThisMachine(request)
    const eml = await readMailFile(config.DATA_DIR, request.params.name)
    if (eml === undefined) throw notFound()
    return reply.headers(HEADERS).send(mailPage(await readEml(eml)))
  })
}

const HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

type ReadMail = { to: string; subject: string; date: string; text: string }

/** The parser is loaded with the first mail, because most servers have none. */
async function readEml(eml: string): Promise<ReadMail> {
  const { default: PostalMime } = await import('postal-mime')
  const { headers, subject = '', text = '' } = await PostalMime.parse(eml)
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
  return { to: header('to'), subject, date: header('date'), text: text.trimEnd() }
}

async function listPage(dataDir: string): Promise<string> {
  const names = (await listMailFiles(dataDir)).slice(0, MAX_LISTED)
  const rows = await Promise.all(
    names.map(async (name) => {
      const eml = await readMailFile(dataDir, name)
      return eml === undefined ? '' : row(name, await readEml(eml))
    }),
  )
  const list = rows.some(Boolean) ? `<ul>${rows.join('')}</ul>` : '<p>No mail has been sent.</p>'
  return page('Mail', `<h1>Mail</h1><p>Written as files instead of being sent, newest first.</p>${list}`)
}

function row(name: string, { to, subject, date, text }: ReadMail): string {
  const link = firstLink(text)
  const shortcut = link ? `<br>${anchor(link, link)}` : ''
  return `<li><p>${anchor(`/dev/mail/${encodeURIComponent(name)}`, subject)}<br>${escapeHtml(`${to}, ${date}`)}${shortcut}</p></li>`
}

function mailPage({ to, subject, date, text }: ReadMail): string {
  const body = escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)
  const facts = `<p>To ${escapeHtml(to)}<br>${escapeHtml(date)}</p>`
  return page(subject, `${anchor('/dev/mail', 'All mail')}<h1>${escapeHtml(subject)}</h1>${facts}<pre>${body}</pre>`)
}

const anchor = (href: string, label: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`

function page(title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="${SHEET}"><title>${escapeHtml(title)}</title>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><main>${body}</main></body></html>`
}

/** A separate style sheet, because the content policy forbids inline styles. */
const devMailSheet = `:root{color-scheme:light dark;${named(colors.light)}}
@media (prefers-color-scheme:dark){:root{${named(colors.dark)}}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 ${FONT};overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:2.125rem;text-wrap:balance}
p{margin:0 0 1.25rem;color:var(--soft)}
a{color:var(--blue);text-underline-offset:.25rem}
a:focus-visible{outline:3px solid var(--blue);outline-offset:2px;border-radius:.375rem}
ul{display:grid;gap:1rem;margin:0;padding:0;list-style:none}
li,pre{margin:0;padding:1rem;background:var(--sheet);border:1px solid var(--line);border-radius:.625rem}
li p{margin:0;font-size:.875rem}
li a:first-child{font-size:1rem;font-weight:600}
li a,main>a{display:inline-block;padding:.625rem 0}
pre{font:inherit;white-space:pre-wrap}
`

function named({ paper, sheet, ink, soft, line, blue }: Colors): string {
  const tones = Object.entries({ paper, sheet, ink, soft, line, blue })
  return tones.map(([name, tone]) => `--${name}:${tone}`).join(';')
}
