import { expect, test } from 'vitest'
import { exceededLimit, runInThread } from './thread.ts'

const limits = { milliseconds: 20_000, memoryBytes: 1024 * 1024, heapMb: 32 }
const ask = (source: string, own: Partial<typeof limits> = {}) =>
  runInThread(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    data: {},
    limits: { ...limits, ...own },
  })
const says = (words: string) => `import { parentPort } from 'node:worker_threads'; ${words}`

/** What a thread said and that it ended are then heard in the same moment. */
function holdUp(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('D-43 an answer counts that is heard together with the end of its thread', async () => {
  for (let i = 0; i < 5; i++) {
    const answer = ask(says(`parentPort.postMessage('read')`))
    holdUp(300)
    await expect(answer).resolves.toBe('read')
  }
})

test('D-43 so does what a thread throws', async () => {
  const answer = ask(`throw new RangeError('no picture')`)
  holdUp(300)
  await expect(answer).rejects.toThrow('no picture')
})

test('D-43 a thread that takes too long is ended, and one that ends without a word is told of', async () => {
  const slow = await ask('setInterval(() => {}, 1000)', { milliseconds: 200 }).catch((error) => error)
  expect(exceededLimit(slow)).toBe('time')
  const silent = await ask('').catch((error) => error)
  expect(silent).toMatchObject({ code: 'ERR_WORKER_ENDED' })
  expect(exceededLimit(silent)).toBeUndefined()
})
