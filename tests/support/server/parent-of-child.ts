import { runInChild } from '../../../server/platform/workers/child.ts'

/** Plays the server: starts a child process, prints the pid of it, and exits unless the child hangs. */
const result = runInChild<number, number>(new URL('./test-child.ts', import.meta.url), {
  data: { action: process.argv[2] },
  limits: { milliseconds: 60_000, wallMilliseconds: 60_000, memoryBytes: 1024 ** 3, heapMb: 64 },
  isResult: (value): value is number => typeof value === 'number',
  onProgress: print,
})
print(await result)

function print(pid: number): void {
  process.stdout.write(`${pid}\n`)
}
