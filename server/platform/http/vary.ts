import type { FastifyReply } from 'fastify'

/** Adds the name of a request header that the response depends on. */
export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${others}, ${name}` : name)
}
