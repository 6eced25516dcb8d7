import * as calls from '@stampus/contract/browserErrors'
import { ERROR_MESSAGE_MAX, ERROR_PAGE_MAX, ERROR_STACK_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../durations.ts'
import { addressKey, consumeLimits, type Limit } from '../rate-limits/rate-limits.ts'
import { redact } from '../security/redact.ts'
import { type RouteContext, registerRoutes } from './route.ts'

const MAX_BYTES = 4096

/** Logs uncaught errors of pages, without anything that identifies a person. */
export function browserErrorsRoutes(app: FastifyInstance, { db, now }: PlatformDeps, routeContext: RouteContext): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_BYTES
    })
    registerRoutes(scope, routeContext, calls, {
      report: async ({ message, stack, page }, { request }) => {
        await consumeLimits(db.pool, reportLimits(request.ip), now())
        const error = {
          message: redact(message, ERROR_MESSAGE_MAX),
          stack: stack && redact(stack, ERROR_STACK_MAX),
          page: redact(page, ERROR_PAGE_MAX),
        }
        // `request.log` would add the id of the request.
        app.log.warn({ fault: error }, 'a page failed')
        return { message: texts.reported }
      },
    })
  })
}

function reportLimits(address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `browser-fault|minute|${from}`, max: 10, windowSeconds: MINUTE_SECONDS },
    { key: `browser-fault|hour|${from}`, max: 100, windowSeconds: HOUR_SECONDS },
  ]
}
