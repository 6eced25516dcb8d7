import { parentPort, workerData } from 'node:worker_threads'
import { drawReceipt, type Photograph } from './receipt-drawing.ts'

const photographs: readonly Photograph[] = workerData
for (const photograph of photographs) parentPort?.postMessage(await drawReceipt(photograph))
