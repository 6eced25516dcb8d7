import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ACCEPTED = new RegExp(`(?:^|,)\\s*${LINES_TYPE}\\s*(?:[,;]|$)`, 'i')

type LineStream = { sendLine(answer: object): void; end(answer: Promise<unknown>): Promise<void> }

/** Lines of JSON, if the client accepts them. Before the first line an error is answered as usual. */
export function streamLines(request: FastifyRequest, reply: FastifyReply): LineStream | undefined {
  if (!ACCEPTED.test(request.headers.accept ?? '')) return undefined
  let lines: PassThrough | undefined
  const write = (line: object) => {
    if (!lines) {
      lines = new PassThrough()
      // x-accel-buffering: nginx would collect the lines. connection: a server that begins to stop after the headers
      // can no longer ask the client to close the connection.
      reply.headers({ 'content-type': LINES_TYPE, 'x-accel-buffering': 'no', connection: 'close' }).send(lines)
    }
    if (lines.writable) lines.write(`${JSON.stringify(line)}\n`)
  }
  return {
    sendLine: write,
    async end(answer) {
      try {
        write({ ...((await answer) as object), done: true })
      } catch (error) {
        if (!lines) throw error
        request.log.error({ err: error }, 'a response in lines ended early')
        write({ data: null, done: true })
      }
      lines?.end()
      await finished(reply.raw).catch(() => undefined)
    },
  }
}
