import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Part of the reply: a database connection opened meanwhile keeps this object, and the whole reply holds the body. */
type Exchange = Pick<FastifyReply, 'raw'>

const exchanges = new AsyncLocalStorage<Exchange>()

export function trackClientAborts(app: FastifyInstance): void {
  app.addHook('preHandler', (_request, reply, done) => exchanges.run({ raw: reply.raw }, done))
}

/** Aborted when the client of the current request disconnects; undefined outside a request. */
export function clientAbortSignal(): AbortSignal | undefined {
  const exchange = exchanges.getStore()
  return exchange && abortSignalOf(exchange)
}

/** Aborted when the client disconnects before its response is complete. */
export function abortSignalOf({ raw }: Exchange): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return controller.signal
}
