import { readFileSync } from 'node:fs'
import { LANGUAGE_PARAMETER, type Language } from '@stampus/contract/values/languages'
import type { Config } from '../../config.ts'
import { escapeHtml } from '../security/escape.ts'
import colors from './colors.json' with { type: 'json' }
import frames from './frame.json' with { type: 'json' }
import type { Mail } from './mailer.ts'

/** Paragraphs, and at most one link to act on. */
export type MailMessage = { subject: string; greeting: string; before: string[]; action?: Action; after?: string[] }
type Action = { label: string; link: string }

export type MailSettings = Pick<Config, 'PRODUCT_NAME' | 'LEGAL_NAME' | 'SUPPORT_EMAIL'>

/** A language of null is English. */
export type Recipient = { email: string; language: Language | null }

export const translatedMail = (settings: MailSettings, to: Recipient, messages: Record<Language, MailMessage>): Mail =>
  mailOf(settings, to, messages[to.language ?? 'en'])

/** A message in a JSON file: it names values in braces, and its action is the label of the link. */
type StoredMessage = Omit<MailMessage, 'action'> & { action?: string }
/** A mail to operators may have English only. */
type StoredMessages = { en: StoredMessage; ms?: StoredMessage }

type Values = Record<string, string | null>
/** Values that may differ between the languages. */
type TranslatedValues = Record<string, string | null | Record<Language, string>>

/** `link` among the values is the address of the link. Paragraphs that name a null value are left out. */
export function storedMail(settings: MailSettings, to: Recipient, messages: StoredMessages, values: TranslatedValues) {
  const language = to.language ?? 'en'
  const { subject, greeting, before, action: label, after = [] } = messages[language] ?? messages.en
  const named = Object.entries({ ...values, product: settings.PRODUCT_NAME, support: settings.SUPPORT_EMAIL })
  const known: Values = Object.fromEntries(
    named.map(([name, value]) => [name, value && typeof value === 'object' ? value[language] : value]),
  )
  const paragraphs = (texts: string[]) =>
    texts.filter((text) => namesIn(text).every((name) => known[name] !== null)).map((text) => fillText(text, known))
  return mailOf(settings, to, {
    subject: fillText(subject, known),
    greeting: fillText(greeting, known),
    before: paragraphs(before),
    ...(label && { action: { label: fillText(label, known), link: fillText('{link}', known) } }),
    after: paragraphs(after),
  })
}

const namesIn = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

export const fillText = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value == null) throw new Error(`A mail needs the value ${name}`)
    return value
  })

export function linkInLanguage(link: string, language: Language): string {
  const url = new URL(link)
  url.searchParams.set(LANGUAGE_PARAMETER, language)
  return url.href
}

/** A plain text and an HTML body, framed in the recipient's language. Every text is escaped. */
export function mailOf(settings: MailSettings, { email, language }: Recipient, message: MailMessage): Mail {
  const frame = frameOf(settings, language ?? 'en')
  return { to: email, subject: message.subject, text: textOf(frame, message), html: htmlOf(frame, message) }
}

type Frame = { language: Language; product: string; copyLink: string; signature: string; reason: string }

function frameOf({ PRODUCT_NAME, LEGAL_NAME, SUPPORT_EMAIL }: MailSettings, language: Language): Frame {
  const { copyLink, reason } = frames[language]
  const signature = `${PRODUCT_NAME}, ${LEGAL_NAME}\n${SUPPORT_EMAIL}`
  return { language, copyLink, signature, product: PRODUCT_NAME, reason: fillText(reason, { product: PRODUCT_NAME }) }
}

export type Colors = typeof colors.light

export const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
const PARAGRAPH = 'margin:0 0 16px;overflow-wrap:anywhere'
const SMALL = `color:${colors.light.soft};font-size:14px;line-height:20px;overflow-wrap:anywhere`

function textOf({ signature, reason }: Frame, { greeting, before, action, after = [] }: MailMessage): string {
  const parts = [greeting, ...before, ...(action ? linkInText(action, before) : []), ...after]
  return [...parts, `-- \n${signature}\n${reason}`].join('\n\n')
}

/** Mail programs that drop the style sheet, which the dark version needs, show the light one of the inline styles. */
const HTML = readFileSync(new URL('layout.html', import.meta.url), 'utf8').trimEnd()
const LOOK = {
  ...colors.light,
  ...Object.fromEntries(
    Object.entries(colors.dark).map(([name, tone]) => [`dark${name.charAt(0).toUpperCase()}${name.slice(1)}`, tone]),
  ),
  font: FONT,
  small: SMALL,
  // Push the greeting out of the preview in a list of mails.
  blanks: '&#847;&zwnj;&nbsp;'.repeat(60),
}

function htmlOf({ language, product, copyLink, signature, reason }: Frame, message: MailMessage): string {
  const { subject, greeting, before, action, after = [] } = message
  const parts = [...[greeting, ...before].map(paragraph), ...(action ? [button(action, copyLink)] : [])]
  return fillText(HTML, {
    ...LOOK,
    language,
    subject: escapeHtml(subject),
    preview: escapeHtml(before[0] ?? ''),
    product: escapeHtml(product),
    body: [...parts, ...after.map(paragraph)].join('\n'),
    signature: lines(signature),
    reason: escapeHtml(reason),
  })
}

const linkInText = ({ label, link }: Action, before: string[]): string[] =>
  before.at(-1)?.endsWith(':') ? [link] : [`${label}:`, link]

const paragraph = (text: string): string => `<p style="${PARAGRAPH}">${lines(text)}</p>`

function button({ label, link }: Action, copyLink: string): string {
  const href = escapeHtml(link)
  const look = `display:inline-block;padding:12px 24px;line-height:20px;background:${colors.light.blue};color:${colors.light.onBlue};font-weight:600;text-decoration:none;border-radius:6px`
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="${look}">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 16px;${SMALL}">${copyLink}<br>${href}</p>`
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
