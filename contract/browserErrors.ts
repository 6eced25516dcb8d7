import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from './endpoint.ts'
import { atMost, done } from './fields.ts'
import { ERROR_MESSAGE_MAX, ERROR_PAGE_MAX, ERROR_STACK_MAX } from './limits.ts'

const short = (max: number) => z.string({ error: () => texts.malformed }).check(atMost(max))

const browserError = z.object({
  message: short(ERROR_MESSAGE_MAX),
  stack: z.optional(short(ERROR_STACK_MAX)),
  page: short(ERROR_PAGE_MAX),
})

/** Reports an uncaught error of a page. `page` is the route pattern; nothing identifies the user. 413, 429. */
export const report = endpoint('POST /browser-faults', 'public', browserError, done)
