import * as z from 'zod/mini'
import { email, mailedLinkInput } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import * as texts from './texts.ts'

/**
 * Mails a link that unlocks this browser for the sign-in to an account, and answers the same for every address. The browser
 * is known by a cookie.
 */
export const askUnlock = endpoint({
  method: 'POST',
  path: '/browser/unlock-link',
  access: 'public',
  input: z.object({ email }),
  answer: z.object({ message: z.string() }),
})

/**
 * Unlocks the browser that asked, once; it signs nobody in. A bad, used or old link is a 422, a good one in another browser a
 * 403 that leaves it usable.
 */
export const unlockBrowser = endpoint({
  method: 'POST',
  path: '/browser/unlock',
  access: 'public',
  input: mailedLinkInput(texts.unlockLinkInvalid),
  answer: z.object({ message: z.string() }),
})
