import { askChild } from '../limits/child.ts'

/** Acts as a server: asks a child process that hangs, and prints its process id. */
await askChild(new URL('./planted-child.ts', import.meta.url), {
  data: { deed: process.argv[2] },
  limits: { milliseconds: 60_000, memoryBytes: 1024 ** 3, heapMb: 64 },
  onNews: (pid) => process.stdout.write(`${pid}\n`),
})
