import type { Config } from '../../config.ts'
import { escapeHtml } from '../security/escape.ts'
import type { Mail } from './mailer.ts'

/** The text of a mail: paragraphs, and at most one link to act on. */
export type MailMessage = { subject: string; greeting: string; before: string[]; action?: Action; after?: string[] }
type Action = { label: string; link: string }

export type MailSettings = Pick<Config, 'PRODUCT_NAME' | 'LEGAL_NAME' | 'SUPPORT_EMAIL'>

/** Turns a message into a mail with a plain text and an HTML body. Every text is escaped. */
export function mailOf(settings: MailSettings, to: string, message: MailMessage): Mail {
  return { to, subject: message.subject, text: textOf(settings, message), html: htmlOf(settings, message) }
}

export type Colors = {
  paper: string
  sheet: string
  ink: string
  soft: string
  line: string
  blue: string
  onBlue: string
}

export const LIGHT: Colors = {
  paper: '#f7f2e7',
  sheet: '#fffdf7',
  ink: '#1e1a14',
  soft: '#625949',
  line: '#ddd2bd',
  blue: '#1c3fa8',
  onBlue: '#fffdf7',
}
export const DARK: Colors = {
  paper: '#16140f',
  sheet: '#211e17',
  ink: '#f1eadb',
  soft: '#b9ae9b',
  line: '#3b3529',
  blue: '#a6baff',
  onBlue: '#0f1a45',
}

export const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const PARAGRAPH = 'margin:0 0 16px;overflow-wrap:anywhere'
const SMALL = `color:${LIGHT.soft};font-size:14px;line-height:20px;overflow-wrap:anywhere`

/** The message as plain text: paragraphs, the link on a line of its own, and the signature. */
function textOf(settings: MailSettings, { greeting, before, action, after = [] }: MailMessage): string {
  const parts = [greeting, ...before, ...(action ? linkInText(action, before) : []), ...after]
  return [...parts, `-- \n${signatureOf(settings)}\n${reasonFor(settings)}`].join('\n\n')
}

/** The message as HTML. Mail programs that drop the style sheet still show the light version from inline styles. */
function htmlOf(settings: MailSettings, message: MailMessage): string {
  const { subject, greeting, before, action, after = [] } = message
  const body = [...[greeting, ...before].map(paragraph), ...(action ? [button(action)] : []), ...after.map(paragraph)]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${darkStyleSheet(DARK)}</style></head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper}">
${preheader(before)}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.paper}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${LIGHT.sheet};border:1px solid ${LIGHT.line};border-top:4px dashed ${LIGHT.blue}">
<tr><td class="ink" style="padding:24px 24px 8px;color:${LIGHT.ink};font:16px/24px ${FONT};text-align:left">
<p style="margin:0 0 24px;font-size:19px;font-weight:700">${escapeHtml(settings.PRODUCT_NAME)}</p>
${body.join('\n')}
</td></tr>
<tr><td class="soft rule" style="padding:16px 24px;border-top:1px dashed ${LIGHT.line};font-family:${FONT};text-align:left;${SMALL}">
${lines(signatureOf(settings))}<br>${escapeHtml(reasonFor(settings))}
</td></tr>
</table>
</td></tr></table>
</body></html>`
}

function linkInText({ label, link }: Action, before: string[]): string[] {
  return before.at(-1)?.endsWith(':') ? [link] : [`${label}:`, link]
}

/** The preview text in a list of mails. The blanks push the greeting out of the preview. */
function preheader(before: string[]): string {
  const text = before[0] ?? ''
  const shown = text.charAt(0).toUpperCase() + text.slice(1)
  const blanks = '&#847;&zwnj;&nbsp;'.repeat(60)
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(shown)}${blanks}</div>`
}

function paragraph(text: string): string {
  return `<p style="${PARAGRAPH}">${lines(text)}</p>`
}

function button({ label, link }: Action): string {
  const href = escapeHtml(link)
  const look = `display:inline-block;padding:12px 24px;line-height:20px;background:${LIGHT.blue};color:${LIGHT.onBlue};font-weight:600;text-decoration:none;border-radius:6px`
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="${look}">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 16px;${SMALL}">Or open this address:<br>${href}</p>`
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

function signatureOf({ PRODUCT_NAME, LEGAL_NAME, SUPPORT_EMAIL }: MailSettings): string {
  return `${PRODUCT_NAME}, ${LEGAL_NAME}\n${SUPPORT_EMAIL}`
}

function reasonFor({ PRODUCT_NAME }: MailSettings): string {
  return `You are receiving this email because this address was entered at ${PRODUCT_NAME}.`
}

/** Dark mode. `!important` is needed to override the inline styles. */
function darkStyleSheet({ paper, sheet, ink, soft, line, blue, onBlue }: Colors): string {
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){
.paper{background:${paper}!important}
.sheet{background:${sheet}!important;border-color:${line}!important;border-top-color:${blue}!important}
.ink{color:${ink}!important}
.soft{color:${soft}!important}
.rule{border-color:${line}!important}
.button{background:${blue}!important;color:${onBlue}!important}
}`
}
