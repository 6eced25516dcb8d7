import { runInChild } from '../../../server/platform/workers/child.ts'

/** Acts as a server: asks a child process, prints its process id, and ends, unless the child hangs. */
const asked = runInChild<number, number>(new URL('./test-child.ts', import.meta.url), {
  data: { deed: process.argv[2] },
  limits: { milliseconds: 60_000, memoryBytes: 1024 ** 3, heapMb: 64 },
  isAnswer: (answer): answer is number => typeof answer === 'number',
  onNews: print,
})
print(await asked)

function print(pid: number): void {
  process.stdout.write(`${pid}\n`)
}
