import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer in lines: `tell` sends what is known so far, `end` the answer itself once it is there. */
export type LineAnswer = { tell(answer: object): void; end(answering: Promise<unknown>): Promise<void> }

/**
 * Begins with the first line, so that what is refused before is answered as anywhere else. A fault after that ends the answer with
 * a last line without data. Undefined where the request does not accept lines.
 */
export function lineAnswer(request: FastifyRequest, reply: FastifyReply): LineAnswer | undefined {
  if (!request.headers.accept?.includes(LINES_TYPE)) return undefined
  let lines: PassThrough | undefined
  const write = (line: object) => {
    if (!lines) {
      lines = new PassThrough()
      // nginx would hold the lines back until there are many of them. The connection ends with the answer, for a server that begins
      // to stop in the middle of it cannot say any more that it wants no other request.
      reply.headers({ 'content-type': LINES_TYPE, 'x-accel-buffering': 'no', connection: 'close' }).send(lines)
    }
    if (lines.writable) lines.write(`${JSON.stringify(line)}\n`)
  }
  return {
    tell: write,
    async end(answering) {
      try {
        write({ ...((await answering) as object), done: true })
      } catch (fault) {
        if (!lines) throw fault
        request.log.error({ err: fault }, 'an answer in lines was broken off')
        write({ data: null, done: true })
      }
      lines?.end()
      await finished(reply.raw).catch(() => undefined)
    },
  }
}
