import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { detectKeypoints } from './keypoints.ts'

const LOWER_PRIORITY = 5

// On Linux a priority belongs to one thread; elsewhere it would apply to the whole server.
if (process.platform === 'linux') setPriority(LOWER_PRIORITY)
parentPort?.postMessage(detectKeypoints(workerData.picture))
