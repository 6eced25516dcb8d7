import { expect, test } from 'vitest'
import { exceededLimit, runInThread } from './thread.ts'

const limits = { milliseconds: 20_000, memoryBytes: 1024 * 1024, heapMb: 32 }
const run = (source: string, own: Partial<typeof limits> = {}) =>
  runInThread(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    data: {},
    limits: { ...limits, ...own },
  })
const scriptOf = (code: string) => `import { parentPort } from 'node:worker_threads'; ${code}`

/** Blocks this thread, so that a message and the exit of the other one arrive in the same moment. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('D-43 the message of a thread is not lost if the thread exits in the same moment', async () => {
  for (let i = 0; i < 5; i++) {
    const result = run(scriptOf(`parentPort.postMessage('read')`))
    block(300)
    await expect(result).resolves.toBe('read')
  }
})

test('D-43 the error of a thread is not lost if the thread exits in the same moment', async () => {
  const result = run(`throw new RangeError('no picture')`)
  block(300)
  await expect(result).rejects.toThrow('no picture')
})

test('D-43 a thread that takes too long is ended, and one that exits without a message rejects', async () => {
  const slow = await run('setInterval(() => {}, 1000)', { milliseconds: 200 }).catch((error) => error)
  expect(exceededLimit(slow)).toBe('time')
  const silent = await run('').catch((error) => error)
  expect(silent).toMatchObject({ code: 'ERR_WORKER_ENDED' })
  expect(exceededLimit(silent)).toBeUndefined()
})
