import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ACCEPTED = new RegExp(`(?:^|,)\\s*${LINES_TYPE}\\s*(?:[,;]|$)`, 'i')

/** An answer in lines: `tell` sends a line with what is known so far, `end` waits for the answer and sends it as the last line. */
export type LineStream = { tell(answer: object): void; end(answering: Promise<unknown>): Promise<void> }

/**
 * The response starts with the first line, so that an error before it gets its usual status. An error after it ends the answer with a
 * last line without data. Undefined if the request does not accept lines.
 */
export function streamLines(request: FastifyRequest, reply: FastifyReply): LineStream | undefined {
  if (!ACCEPTED.test(request.headers.accept ?? '')) return undefined
  let lines: PassThrough | undefined
  const write = (line: object) => {
    if (!lines) {
      lines = new PassThrough()
      // nginx would hold the lines back until there are many of them. The connection closes after the answer: if the server begins to
      // stop in the middle of it, the headers are gone that would ask for that.
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
