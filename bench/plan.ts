/** How much to measure. A slice is one turn of one server. `brief` skips parts that PostgreSQL has covered. */
export type Plan = {
  brief: boolean
  receipts: number
  growth: number[]
  merchants: number[]
  sliceMs: number
  rounds: number
  timings: number
  uploads: { megabytes: number; atOnce: number }[]
  signIns: number
  /** How many receipts are sent in a row, to time one beside OCR. */
  sent: number
  /** The number of requests while memory is measured. */
  listed: number
}

const whole: Plan = {
  brief: false,
  receipts: 200_000,
  growth: [2000, 200_000],
  merchants: [200, 20_000],
  sliceMs: 2000,
  rounds: 4,
  timings: 300,
  uploads: [
    { megabytes: 1, atOnce: 32 },
    { megabytes: 10, atOnce: 16 },
  ],
  signIns: 32,
  sent: 24,
  listed: 40_000,
}

/** A short run, which only checks that the benchmark works and that answers are right. */
const smoke: Plan = {
  brief: true,
  receipts: 600,
  growth: [600, 1200],
  merchants: [20, 40],
  sliceMs: 100,
  rounds: 1,
  timings: 5,
  uploads: [{ megabytes: 1, atOnce: 2 }],
  signIns: 4,
  sent: 3,
  listed: 20,
}

export function choosePlan(asked: { smoke?: boolean | undefined; full?: boolean | undefined }): Plan {
  if (asked.smoke) return smoke
  return asked.full ? { ...whole, growth: [...whole.growth, 2_000_000] } : whole
}
