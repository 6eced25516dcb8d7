import type { Config } from '../config.ts'
import { escapeHtml } from '../security/escape.ts'
import type { Mail } from './mailer.ts'

/** The words of a mail: paragraphs, and one thing to do. */
export type Letter = { subject: string; greeting: string; before: string[]; action?: Action; after?: string[] }
type Action = { label: string; link: string }

export type House = Pick<Config, 'PRODUCT_NAME' | 'LEGAL_NAME' | 'SUPPORT_EMAIL'>

const PAPER = '#f7f2e7'
const SLIP = '#fffdf7'
const INK = '#1e1a14'
const FADED = '#625949'
const INK_BLUE = '#1c3fa8'

/** Whoever has not proved an address is not greeted by name: anybody may have typed it, with words for a stranger in it. */
const TO_A_STRANGER = 'Hello,'

/** The verification mail of a new account (D-23). */
export function verificationLetter(house: House, to: { link: string }): Letter {
  return {
    subject: `Verify your email address for ${house.PRODUCT_NAME}`,
    greeting: TO_A_STRANGER,
    before: [`welcome to ${house.PRODUCT_NAME}. Open this link to verify your email address:`],
    action: { label: 'Verify email address', link: to.link },
    after: ['The link works for 60 minutes.', 'If you have not registered, do not open it: then nothing happens.'],
  }
}

/** Goes to a new address, which counts once its link is opened (D-22). */
export function emailChangeLetter(house: House, to: { link: string; oldEmail: string }): Letter {
  return {
    subject: `Confirm your new email address for ${house.PRODUCT_NAME}`,
    greeting: TO_A_STRANGER,
    before: [`open this link to use this address instead of ${to.oldEmail}:`],
    action: { label: 'Confirm new address', link: to.link },
    after: [
      'The link works for 60 minutes. Opening it signs you out everywhere else.',
      'If you have not asked for this, do not open it: then nothing happens.',
    ],
  }
}

/** Goes to the address in force when a change was asked for (D-22). */
export function emailChangeNoticeLetter(house: House, to: { name: string; newEmail: string }): Letter {
  return {
    subject: `A new email address was asked for on ${house.PRODUCT_NAME}`,
    greeting: `Hello ${to.name},`,
    before: [
      `somebody signed in as you asked to change your email address to ${to.newEmail}.`,
      'Until the link sent there is opened, this address stays in force.',
    ],
    after: [`If it was not you, change your password now, which voids that link, and write to ${house.SUPPORT_EMAIL}.`],
  }
}

/** A letter as a mail: plain text, and HTML in the house's look. Every word is escaped. */
export function mailOf(house: House, to: string, letter: Letter): Mail {
  return { to, subject: letter.subject, text: textOf(house, letter), html: htmlOf(house, letter) }
}

function textOf(house: House, { greeting, before, action, after = [] }: Letter): string {
  const link = action ? [action.link] : []
  return [greeting, ...before, ...link, ...after, `-- \n${signatureOf(house)}`].join('\n\n')
}

function htmlOf(house: House, { subject, greeting, before, action, after = [] }: Letter): string {
  const body = [...[greeting, ...before].map(paragraph), ...(action ? [button(action)] : []), ...after.map(paragraph)]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:${PAPER};color:${INK};font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:${SLIP};border-top:4px dashed ${INK}">
<p style="margin:0 0 16px;font-weight:700;letter-spacing:.04em">${escapeHtml(house.PRODUCT_NAME)}</p>
${body.join('\n')}
<p style="margin:24px 0 0;color:${FADED};font-size:13px">${escapeHtml(signatureOf(house)).replaceAll('\n', '<br>')}</p>
</div></body></html>`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`
}

function button({ label, link }: Action): string {
  const style = `display:inline-block;padding:12px 20px;background:${INK_BLUE};color:${SLIP};text-decoration:none;border-radius:6px`
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;color:${FADED};font-size:13px;overflow-wrap:anywhere">${escapeHtml(link)}</p>`
}

function signatureOf({ PRODUCT_NAME, LEGAL_NAME, SUPPORT_EMAIL }: House): string {
  return `${PRODUCT_NAME}, ${LEGAL_NAME}\n${SUPPORT_EMAIL}`
}
