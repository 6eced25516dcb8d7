import { parentPort, workerData } from 'node:worker_threads'
import { drawReceipt } from './receipt-drawing.ts'
import type { Receipt } from './receipt-lines.ts'

const receipts: readonly Receipt[] = workerData
for (const receipt of receipts) parentPort?.postMessage(await drawReceipt(receipt))
