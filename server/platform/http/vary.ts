import type { FastifyReply } from 'fastify'

export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${others}, ${name}` : name)
}
