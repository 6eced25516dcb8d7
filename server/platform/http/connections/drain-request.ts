import type { FastifyInstance } from 'fastify'

const LINGER_MS = 5000

/**
 * After an answer that came before its request's end, the rest is thrown away for a few seconds and then the connection is ended.
 * Ending it at once would reset it, and a sender that is still busy would never read why it was refused.
 */
export function endUnread(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    if (raw.complete !== false || raw.destroyed) return
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
    raw.once('close', () => clearTimeout(timer))
  })
}
