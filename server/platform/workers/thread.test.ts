import { expect, test } from 'vitest'
import { exceededLimit, runInThread } from './thread.ts'

const limits = { milliseconds: 20_000, wallMilliseconds: 20_000, memoryBytes: 1024 * 1024, heapMb: 32 }
const run = (source: string, own: Partial<typeof limits> = {}) =>
  runInThread(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    data: {},
    limits: { ...limits, ...own },
  })
const errorOf = (result: Promise<unknown>) =>
  result.then(
    () => expect.fail('No error'),
    (error) => error,
  )
const scriptOf = (code: string) => `import { parentPort } from 'node:worker_threads'; ${code}`

/** Blocks this thread, so that a message and the exit of the other one arrive in the same moment. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('D-43 neither the message nor the error of a thread is lost if the thread exits in the same moment', async () => {
  for (let i = 0; i < 5; i++) {
    const result = run(scriptOf(`parentPort.postMessage('read')`))
    block(300)
    await expect(result).resolves.toBe('read')
  }
  const failed = run(`throw new RangeError('no picture')`)
  block(300)
  await expect(failed).rejects.toThrow('no picture')
})

test.each([
  ['JavaScript', 'for (;;) {}'],
  [
    'WebAssembly',
    `const loop = [0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]
    new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(loop))).exports.f()`,
  ],
])('D-43 a thread that takes too much processor time is ended, even in a loop of %s', async (_what, code) => {
  expect(exceededLimit(await errorOf(run(code, { milliseconds: 200 })))).toBe('time')
})

test('D-43 a thread that only waits for the machine did not take too long, and one without a message rejects', async () => {
  const later = scriptOf(`setTimeout(() => parentPort.postMessage('read'), 1500)`)
  expect(await run(later, { milliseconds: 1000 })).toBe('read')
  const waiting = await errorOf(run('setInterval(() => {}, 1000)', { wallMilliseconds: 300 }))
  expect(waiting).toMatchObject({ name: 'MachineBusy' })
  const silent = await errorOf(run(''))
  expect(silent).toMatchObject({ code: 'ERR_WORKER_ENDED' })
  expect([exceededLimit(waiting), exceededLimit(silent)]).toEqual([undefined, undefined])
})
