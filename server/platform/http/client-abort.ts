import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Not the whole of it, which has the request's body: a connection to the database that is opened meanwhile keeps hold of this. */
type Answer = Pick<FastifyReply, 'raw'>

const answers = new AsyncLocalStorage<Answer>()

/** Lets what a request leads to find out that its sender has gone. */
export function trackClientAborts(app: FastifyInstance): void {
  app.addHook('preHandler', (_request, reply, done) => answers.run({ raw: reply.raw }, done))
}

/** Is aborted once the sender of the request that is being answered has gone; undefined where no request led here. */
export function clientAbortSignal(): AbortSignal | undefined {
  const answer = answers.getStore()
  return answer && abortSignalOf(answer)
}

/** Is aborted once the one who waits for an answer has gone. */
export function abortSignalOf({ raw }: Answer): AbortSignal {
  const gone = new AbortController()
  const tell = () => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) tell()
  else raw.once('close', tell)
  return gone.signal
}
