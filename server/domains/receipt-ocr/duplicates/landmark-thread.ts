import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { landmarksOf } from './landmarks.ts'

const BELOW_MEMBERS = 5

// On Linux a priority belongs to one thread; elsewhere it would apply to the whole server.
if (process.platform === 'linux') setPriority(BELOW_MEMBERS)
parentPort?.postMessage(landmarksOf(workerData.picture))
