import {
  type ChildCost,
  type ChildLimits,
  encodeMessage,
  MAX_REQUEST_BYTES,
  type SerializedError,
} from './child-messages.ts'
import { type Child, childError, getChannel, hasExited, killChild, residentBytes, startChild } from './child-process.ts'
import { MachineBusy } from './queue.ts'
import { reuseOrCloseChild, takeIdleChild } from './reusable-child.ts'
import { exceededLimit, OUT_OF_MEMORY } from './thread.ts'

type Options<Result, Progress> = {
  data: unknown
  limits: ChildLimits
  signal?: AbortSignal | undefined
  isResult: (value: unknown) => value is Result
  onProgress?: ((progress: Progress) => void) | undefined
  onCost?: ((cost: ChildCost) => void) | undefined
}

/** `mayRetry`: earlier requests may be the cause of an exit without a message, or of the memory. */
type Outcome = { result: unknown; cost: ChildCost } | { error: Error; mayRetry?: boolean }

const CHECK_MS = 50

let lastId = 0

/** Hostile input or a native crash cannot end the server. Rejects with the child's error, a limit, MachineBusy. */
export async function runInChild<Result, Progress = never>(
  script: URL,
  options: Options<Result, Progress>,
): Promise<Result> {
  const { data, limits, signal } = options
  const { milliseconds, memoryBytes } = limits
  signal?.throwIfAborted()
  lastId += 1
  const id = lastId
  const bytes = encodeMessage({ id, data, milliseconds, memoryBytes, parent: process.pid }, MAX_REQUEST_BYTES)
  const idle = takeIdleChild(script, limits)
  const outcome = idle && (await request(idle, { id, bytes }, options))
  if (idle && outcome) {
    if ('result' in outcome || !outcome.mayRetry) return resultOf(idle, outcome, options)
    await killChild(idle)
  }
  signal?.throwIfAborted()
  const child = startChild(script, limits)
  return resultOf(child, await request(child, { id, bytes }, options), options)
}

async function resultOf<Result, Progress>(
  child: Child,
  outcome: Outcome,
  options: Options<Result, Progress>,
): Promise<Result> {
  try {
    if ('error' in outcome) throw outcome.error
    options.onCost?.(outcome.cost)
    if (!options.isResult(outcome.result)) throw new TypeError('A child process returned an unexpected result')
    await reuseOrCloseChild(child, outcome.cost)
    return outcome.result
  } catch (error) {
    await killChild(child)
    throw error
  }
}

async function request<Result, Progress>(
  child: Child,
  { id, bytes }: { id: number; bytes: Buffer[] },
  options: Options<Result, Progress>,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  child.requests += 1
  child.stderr = ''
  let hasResponded = false
  const fail = (error: Error) => {
    const limit = exceededLimit(error)
    resolve({ error, mayRetry: limit === 'memory' || (limit === undefined && !hasResponded && hasExited(child)) })
  }
  child.listener = {
    onMessage: (message) => {
      hasResponded = true
      if (message.id !== id) throw new RangeError('A child process responded to another request')
      if ('progress' in message) options.onProgress?.(message.progress as Progress)
      else resolve('result' in message ? message : { error: toError(message.error) })
    },
    onError: fail,
  }
  const stopWatching = watch(child, options, fail)
  for (const part of bytes) getChannel(child)?.write(part)
  const outcome = await promise
  stopWatching()
  child.listener = undefined
  return outcome
}

type Watch = { limits: ChildLimits; signal?: AbortSignal | undefined }

/** Calls `stop` for too long a wait, too much memory, or an aborted signal. */
function watch(child: Child, { limits, signal }: Watch, stop: (error: Error) => void): () => void {
  const onAbort = () => stop(childError('A child process was stopped', 'ERR_CHILD_ENDED'))
  const timer = setTimeout(() => stop(new MachineBusy('A child process had to wait too long')), limits.wallMilliseconds)
  const check = setInterval(() => {
    if (residentBytes(child) > limits.memoryBytes)
      stop(childError('A child process took too much memory', OUT_OF_MEMORY))
  }, CHECK_MS)
  signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(timer)
    clearInterval(check)
    signal?.removeEventListener('abort', onAbort)
  }
}

function toError({ name, message, code, stack }: SerializedError): Error {
  const Kind = name === 'RangeError' ? RangeError : Error
  return Object.assign(new Kind(message), { name, code, stack })
}
