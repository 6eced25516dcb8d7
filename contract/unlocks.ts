import * as z from 'zod/mini'
import { texts } from '#texts'
import { email, mailedLinkInput } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/**
 * Mails a link that unlocks this browser, which a cookie identifies, after too many failed logins. Answers the same for every
 * address. 429.
 */
export const requestUnlockLink = endpoint({
  method: 'POST',
  path: '/browser/unlock-link',
  access: 'public',
  input: z.object({ email }),
  answer: z.object({ message: z.string() }),
})

/**
 * Unlocks the browser that requested the link, once; it does not log the member in. 422 for an invalid, used or expired link,
 * 403 for a valid link in another browser, where it stays valid.
 */
export const unlockBrowser = endpoint({
  method: 'POST',
  path: '/browser/unlock',
  access: 'public',
  input: mailedLinkInput(() => texts.unlockLinkInvalid),
  answer: z.object({ message: z.string() }),
})
