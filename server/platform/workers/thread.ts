import { getPriority, setPriority } from 'node:os'
import { type Transferable, Worker } from 'node:worker_threads'
import { MachineBusy } from './queue.ts'

type Options = { data: object; transfer?: Transferable[]; limits: ThreadLimits; signal?: AbortSignal | undefined }

/** Processor time, so that a busy machine fails no innocent work; the caller's wait; WebAssembly; the heap. */
export type ThreadLimits = { milliseconds: number; wallMilliseconds: number; memoryBytes: number; heapMb: number }

const CHECK_MS = 100

const PAGE_BYTES = 64 * 1024
const LOWEST_PRIORITY = 19
const LOWER_BY = 5

/** The error codes that `exceededLimit` recognises, of threads and child processes. */
export const TOO_LONG = 'ERR_TOO_LONG'
export const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/** Returns the first message of `script`, which hostile input cannot block. Rejects as `runInChild` does. */
export async function runInThread<Result>(
  script: URL,
  { data, transfer = [], limits, signal }: Options,
): Promise<Result> {
  signal?.throwIfAborted()
  const worker = new Worker(script, {
    workerData: { ...data, memoryBytes: limits.memoryBytes },
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    stdout: true,
    stderr: true,
  })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await firstMessage<Result>(worker, limits)
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** Uses the events: a message and the exit of the thread may arrive in the same moment, the message first. */
const firstMessage = <Result>(worker: Worker, { milliseconds, wallMilliseconds }: ThreadLimits): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new MachineBusy('A thread had to wait too long')), wallMilliseconds)
    const check = setInterval(async () => {
      const used = await processorTime(worker)
      if (used > milliseconds) reject(threadError('A thread took too long', TOO_LONG))
    }, CHECK_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    // A thread that is terminated emits no error.
    worker.once('exit', () => reject(threadError('A thread exited without a message', 'ERR_WORKER_ENDED')))
    worker.once('exit', () => {
      clearTimeout(timer)
      clearInterval(check)
    })
  })

/** The processor time of a thread in milliseconds; 0 if it does not run. */
async function processorTime(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}

const threadError = (message: string, code: string): Error => Object.assign(new Error(message), { code })

/** A priority below that of this thread, which is a higher number. */
export const getLowerPriority = (): number => Math.min(LOWEST_PRIORITY, getPriority() + LOWER_BY)

/** Call it once in a thread. Elsewhere than on Linux a priority would apply to the whole server. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(getLowerPriority())
}

export function exceededLimit(error: unknown): 'time' | 'memory' | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === TOO_LONG) return 'time'
  return code === OUT_OF_MEMORY ? 'memory' : undefined
}

/** Growing WebAssembly memory then throws. Later errors may differ, so `isReached` tells whether this was the cause. */
export function limitMemory(bytes: number): { isReached: boolean } {
  const limit = { isReached: false }
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function growWithinLimit(pages: number) {
    limit.isReached ||= this.buffer.byteLength + pages * PAGE_BYTES > bytes
    if (limit.isReached) throw new RangeError('Memory limit')
    return grow.call(this, pages)
  }
  return limit
}
