import { report } from '@stampus/contract/browserFaults'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { addressKey } from '../limits/addresses.ts'
import { type Limit, takeAll } from '../limits/limits.ts'
import { type Serving, serveAll } from './route.ts'

const MINUTE = 60
const HOUR = 3600
const MAX_BYTES = 4096

/** Takes the faults of pages that nobody caught into the log: what broke and where, never whom it happened to. */
export function browserFaultsRoutes(app: FastifyInstance, { db, now }: Deps, serving: Serving): void {
  app.register(async (small) => {
    small.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_BYTES
    })
    serveAll(
      small,
      serving,
      { report },
      {
        report: async ({ message, stack, page }, { request }) => {
          await takeAll(db.pool, faultLimits(request.ip), now())
          const fault = { message: impersonal(message), stack: stack && impersonal(stack), page: impersonal(page) }
          // The log of the request would name the request.
          app.log.warn({ fault }, 'a page failed')
          return { message: texts.reported }
        },
      },
    )
  })
}

function faultLimits(address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `browser-fault|minute|${from}`, max: 10, windowSeconds: MINUTE },
    { key: `browser-fault|hour|${from}`, max: 100, windowSeconds: HOUR },
  ]
}

const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}]|(?!\s)\p{Cc}/gu
const QUOTED_QUERY = /(["'`])([^"'`\n?#]*\/[^"'`\n?#]*)[?#][^"'`\n]*/g
const QUERY = /(\/[^\s?#"'`]*)[?#][^\s"'`)>]*/g
const SECRET = /\b(bearer\s+|(?:token|password|signature|hash)["']?\s*[:=]\s*["']?)[^\s"',]+/gi
const EMAIL = /[\p{L}\p{M}\p{N}._%+'~-]{1,64}(?:@|%40)[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63})+/giu
const LONG_WORD = /[\w~+=-]{32,}/g
/** Also with separators, as people write telephone and identity numbers; a place in a script is none. */
const NUMBER = /(\.m?js:\d{1,7}:\d{1,7}(?!\d))|\p{Nd}(?:[ ._-]?\p{Nd}){5,}/gu

/** What a page says of a fault, in one line and without what could tell who saw it. */
function impersonal(said: string): string {
  return said
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(QUOTED_QUERY, '$1$2?[query]')
    .replace(QUERY, '$1?[query]')
    .replace(EMAIL, '[email]')
    .replace(SECRET, '$1[token]')
    .replace(LONG_WORD, '[token]')
    .replace(NUMBER, (_, place?: string) => place ?? '[number]')
    .replace(/\s+/g, ' ')
    .trim()
}
