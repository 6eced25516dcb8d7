import * as z from 'zod/mini'
import { texts } from '#texts'
import { email, mailedLinkInput } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { done } from './fields.ts'

/** Mails a link that unlocks this browser after too many failed logins. The same answer for every address. 429. */
export const requestUnlockLink = endpoint('POST /browser/unlock-link', 'public', z.object({ email }), done)

const unlockLink = mailedLinkInput(() => texts.unlockLinkInvalid)

/** Unlocks the browser that asked, once; it signs nobody in. 422 for a bad link, 403 in another browser. */
export const unlockBrowser = endpoint('POST /browser/unlock', 'public', unlockLink, done)
