import { connect, type Socket } from 'node:net'
import { type Answer, AnswerReader } from './http-messages.ts'

/** Returns the bytes of the n-th request. */
export type RequestFactory = (at: number) => Buffer

/** With `comesAgain` a 503 is retried after its Retry-After. */
type Load = { port: number; ask: RequestFactory; connections: number; status?: number; comesAgain?: boolean }
type Until = { ms?: number; requests?: number; signal?: AbortSignal }
type LoadResult = { answered: number; seconds: number; perSecond: number }

/** Keeps one prepared request per connection in flight, so the server is the bottleneck. Throws on a wrong status. */
export async function runLoad(load: Load, { ms, requests, signal }: Until): Promise<LoadResult> {
  const { status: expected = 200, comesAgain = false } = load
  const begun = performance.now()
  const [end, most] = [begun + (ms ?? Number.POSITIVE_INFINITY), requests ?? Number.POSITIVE_INFINITY]
  let [sent, answered] = [0, 0]
  const next = () => (sent < most && performance.now() < end && !signal?.aborted ? load.ask(sent++) : undefined)
  const take = ({ status, head, body }: Answer) => {
    const seconds = comesAgain && status === 503 ? retryAfter(head) : undefined
    if (seconds !== undefined) return seconds
    if (status !== expected) throw new Error(`Expected ${expected}:\n${head}\n${body.toString().slice(0, 300)}`)
    answered += 1
    return undefined
  }
  await Promise.all(Array.from({ length: load.connections }, () => sendRequests(load.port, next, take)))
  const seconds = (performance.now() - begun) / 1000
  return { answered, seconds, perSecond: answered / seconds }
}

export async function sendOnce(port: number, request: Buffer): Promise<Answer> {
  const left = [request]
  const answers: Answer[] = []
  await sendRequests(
    port,
    () => left.pop(),
    (answer) => {
      answers.push(answer)
      return undefined
    },
  )
  const [answer] = answers
  if (!answer) throw new Error('No answer came')
  return answer
}

function retryAfter(head: string): number | undefined {
  const [, seconds] = /^retry-after: (\d+)$/im.exec(head) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** `take` may return after how many seconds to repeat the request. */
type Take = (answer: Answer) => number | undefined

async function sendRequests(port: number, next: () => Buffer | undefined, take: Take): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1').setNoDelay()
  const reader = new AnswerReader()
  let request: Buffer | undefined
  const send = () => (request ? socket.write(request) : socket.end())
  const goOn = () => {
    request = next()
    send()
  }
  socket.once('connect', goOn)
  socket.on('data', (part: Buffer) =>
    orEnd(socket, () => {
      const answer = reader.read(part)
      if (!answer) return
      const seconds = take(answer)
      if (seconds === undefined) goOn()
      else setTimeout(send, seconds * 1000)
    }),
  )
  socket.once('error', reject)
  socket.once('close', () => (request ? reject(new Error('A connection ended before its answer')) : resolve()))
  return promise
}

function orEnd(socket: Socket, work: () => void): void {
  try {
    work()
  } catch (error) {
    socket.destroy(error as Error)
  }
}
