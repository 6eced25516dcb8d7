import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

/** A malformed part makes the whole link invalid, and no answer is cached. */
export function onlyLinks(
  app: FastifyInstance,
  { link, badLink }: { link: z.ZodMiniType; badLink: () => Error },
  register: (links: FastifyInstance) => void,
): void {
  app.register(async (links) => {
    links.addHook('preHandler', async ({ body }, reply) => {
      // Public calls may be cached unless they say otherwise.
      reply.header('cache-control', 'no-store')
      if (!z.safeParse(link, body).success) throw badLink()
    })
    register(links)
  })
}
