import type { FastifyInstance } from 'fastify'

/** Whether this process is about to end: it still answers, but wants no more. */
export type Leaving = { begun: boolean }

/** From then on each answer ends its connection, so that a proxy sends the next request elsewhere. */
export function letGo(app: FastifyInstance, leaving: Leaving): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving.begun) reply.header('connection', 'close')
    done()
  })
}
