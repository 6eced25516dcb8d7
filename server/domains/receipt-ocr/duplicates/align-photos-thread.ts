import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../../platform/workers/thread.ts'
import { isSamePhoto } from './align-photos.ts'

lowerPriority()
parentPort?.postMessage(isSamePhoto(workerData.one, workerData.other))
