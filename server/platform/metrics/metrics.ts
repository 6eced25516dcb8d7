import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

type Works = Record<string, () => Record<'running' | 'waiting', number>>

/** Counters from the start of the process, and gauges set when /metrics is read. No label holds user input. */
export function openMetrics(works: Works) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `stampus_${name}`, help, labelNames, registers })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `stampus_${name}_total`, help, labelNames, registers })
  measureWork(registry, works)
  return {
    registry,
    requests: counter('http_requests', 'Requests answered, by method, route and status', 'method', 'route', 'status'),
    durations: new Histogram({
      name: 'stampus_http_request_seconds',
      help: 'How long requests took, by route',
      labelNames: ['route'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    mails: counter('mails', 'Attempts to send a mail: sent, refused (for good) or failed (for now)', 'outcome'),
    ocrRuns: counter(
      'readings',
      'OCR runs by engine and outcome: read, or stopped because of time, memory or an error',
      'engine',
      'outcome',
    ),
    claims: counter('claims', 'Claims of rewards: claimed, or why not', 'outcome'),
    voucherChecks: counter('voucher_checks', 'Vouchers that operators checked: ready, or why not', 'outcome'),
    handOvers: counter('hand_overs', 'Vouchers that operators handed over: used, or why not', 'outcome'),
    ocrEngine: gauge('reading_engine', 'The OCR engine of this server; none with RECEIPT_OCR=off', 'engine'),
    connections: gauge('database_connections', 'Connections of the pool; waiting: requests for a connection', 'state'),
    databaseUp: gauge('database_up', 'Whether the database answered this request'),
    jobs: gauge('jobs', 'Jobs of the queue; failed: of the last day', 'queue', 'state'),
    goodBackup: gauge('backup_good_seconds', 'The age of the last backup that a rehearsal found good'),
    failedMails: gauge('mails_undelivered', 'Failed mails that managers can resend'),
    receipts: gauge('receipts_waiting', 'Receipts that wait for a decision'),
    oldestReceipt: gauge('receipts_oldest_wait_seconds', 'How long the oldest waiting receipt has waited'),
  }
}

export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}

function measureWork(registry: Registry, works: Works): void {
  new Gauge({
    name: 'stampus_work',
    help: 'Pictures being decoded or read and passwords being hashed, and how many wait',
    labelNames: ['kind', 'state'],
    registers: [registry],
    collect() {
      for (const [kind, load] of Object.entries(works))
        for (const [state, count] of Object.entries(load())) this.set({ kind, state }, count)
    },
  })
}
