import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../../platform/workers/thread.ts'
import { detectKeypoints } from './keypoints.ts'

lowerPriority()
parentPort?.postMessage(detectKeypoints(workerData.picture))
