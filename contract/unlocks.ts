import * as z from 'zod/mini'
import { texts } from '#texts'
import { email, mailedLinkInput } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { done } from './fields.ts'

/**
 * Mails a link that unlocks this browser, which a cookie identifies, after too many failed logins. Answers the same for every
 * address. 429.
 */
export const requestUnlockLink = endpoint('POST /browser/unlock-link', 'public', z.object({ email }), done)

const unlockLink = mailedLinkInput(() => texts.unlockLinkInvalid)

/**
 * Unlocks the browser that requested the link, once; it does not log the member in. 422 for an invalid, used or expired link,
 * 403 for a valid link in another browser, where it stays valid.
 */
export const unlockBrowser = endpoint('POST /browser/unlock', 'public', unlockLink, done)
