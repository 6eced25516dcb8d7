import { type Transferable, Worker } from 'node:worker_threads'

/** What a thread is given, and what may stop it. */
type Asked = { data: object; transfer?: Transferable[]; limits: ThreadLimits; signal?: AbortSignal | undefined }

/** What a thread may cost. `memoryBytes` is for what WebAssembly takes; its JavaScript has a heap of `heapMb`. */
export type ThreadLimits = { milliseconds: number; memoryBytes: number; heapMb: number }

const PAGE_BYTES = 64 * 1024

/** The codes of what `exceededLimit` tells, of threads and child processes. */
export const TOO_LONG = 'ERR_TOO_LONG'
export const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * The first message of a thread that runs `script` and ends with it, so that a hostile input can neither hold the server up nor
 * leave anything behind. Rejects with what the thread threw, or what `exceededLimit` tells; an aborted signal ends the thread.
 */
export async function runInThread<Answer>(
  script: URL,
  { data, transfer = [], limits, signal }: Asked,
): Promise<Answer> {
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
    return await firstWord<Answer>(worker, limits.milliseconds)
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** Told by the events themselves: an answer and the end of its thread may arrive in the same moment, the answer first. */
function firstWord<Answer>(worker: Worker, milliseconds: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(fault('A thread took too long', TOO_LONG)), milliseconds)
    worker.once('message', resolve)
    worker.once('error', reject)
    // One that is ended in the middle of its work tells nobody else.
    worker.once('exit', () => reject(fault('A thread was ended in the middle of its work', 'ERR_WORKER_ENDED')))
    worker.once('exit', () => clearTimeout(timer))
  })
}

function fault(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Whether a thread took too long or too much JavaScript memory, or a child process too long or too much memory. */
export function exceededLimit(error: unknown): 'time' | 'memory' | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === TOO_LONG) return 'time'
  return code === OUT_OF_MEMORY ? 'memory' : undefined
}

/**
 * Keeps the WebAssembly of this thread within so many bytes: what asks for more is told that there are none. What was built to go
 * on without may fail later, of something else: `isReached` tells of what.
 */
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
