import pg from 'pg'
import { findAllErrors } from '../../server/domains/settlement/settlement-check.store.ts'
import { listKeys } from '../support/server/buckets.ts'
import type { FailoverEnvironment } from './environment.ts'
import type { Kind, Log, Try, Via } from './load.ts'

/** For each kind, what is stored under the keys that clients used. */
const STORED: { [K in Kind]: string } = {
  receipt: 'SELECT invoice_no AS key, id::int FROM submissions WHERE invoice_no = ANY($1)',
  approval: `SELECT d.submission_id::text AS key, d.submission_id::int AS id
    FROM ledger_entries l JOIN decisions d ON d.id = l.decision_id
    WHERE l.kind = 'approval' AND d.submission_id::text = ANY($1)`,
  claim: 'SELECT idempotency_key AS key, id::int FROM vouchers WHERE idempotency_key = ANY($1)',
  'hand-over': `SELECT voucher_id::text AS key, voucher_id::int AS id
    FROM voucher_events WHERE kind = 'used' AND voucher_id::text = ANY($1)`,
  statement: `SELECT concat_ws(' ', merchant_id, to_char(month, 'YYYY-MM')) AS key, merchant_id::int AS id
    FROM statements WHERE concat_ws(' ', merchant_id, to_char(month, 'YYYY-MM')) = ANY($1)`,
}

type Moments = { faultAt: number; endedAt: number }
export type Verdict = Awaited<ReturnType<typeof judge>>

/** Compares what was acknowledged with what is stored. */
export async function judge(environment: FailoverEnvironment, log: Log, moments: Moments) {
  const { cluster, buckets, bucket, database } = environment
  const url = Object.assign(new URL(cluster.superuserAt(cluster.proxies[0].port)), { pathname: database }).href
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const [lost, double, acknowledged]: [string[], string[], { [kind: string]: number }] = [[], [], {}]
    for (const [kind, statement] of Object.entries(STORED)) {
      const records = log.records.filter((one) => one.kind === kind)
      const { rows } = await db.query<{ key: string; id: number }>(statement, [records.map(({ key }) => key)])
      const known = records.filter(({ id }) => id !== undefined)
      acknowledged[kind] = known.length
      for (const { key, id } of known)
        if (!rows.some((row) => row.key === key && row.id === id)) lost.push(`${kind} ${key}`)
      for (const [key, some = []] of Map.groupBy(rows, ({ key }) => key))
        if (some.length > 1) double.push(`${kind} ${key}`)
    }
    const invoices = log.records.filter(({ kind }) => kind === 'receipt').map(({ key }) => key)
    const { rows: files } = await db.query<{ key: string }>(
      `SELECT unnest(ARRAY[original_key, picture_key, thumb_key]) AS key FROM submissions WHERE invoice_no = ANY($1)`,
      [invoices],
    )
    const keys = new Set(await listKeys(buckets, bucket))
    return {
      acknowledged,
      lost,
      double,
      missingFiles: files.filter(({ key }) => !keys.has(key)).map(({ key }) => key),
      ledger: await findAllErrors(db),
      ...countAnswers(log.tries),
      refused: log.refused,
      withoutWrites: {
        proxy: longestGap(log, moments, 'proxy'),
        A: longestGap(log, moments, 'A'),
        B: longestGap(log, moments, 'B'),
      },
      untruthful: Math.max(longestUntruth(log.tries, 'A'), longestUntruth(log.tries, 'B')),
    }
  } finally {
    await db.end()
  }
}

const isWrite = ({ what }: Try) => !['page', 'own', 'readyz'].includes(what)
const isAccepted = ({ status }: Try) => status >= 200 && status < 300

function countAnswers(tries: Try[]) {
  const answers = tries.filter(({ what }) => what !== 'readyz')
  const pages = answers.filter(({ what }) => what === 'page')
  const writes = answers.filter(isWrite)
  return {
    signedOut: answers.filter(({ status }) => status === 401).length,
    crashed: answers.filter(({ status }) => status === 500).length,
    writes: writes.length,
    failedWrites: writes.filter(({ status }) => status >= 500).length,
    unanswered: writes.filter(({ status }) => status === 0).length,
    pages: pages.length,
    failedPages: pages.filter((one) => !isAccepted(one)).map(({ path, status }) => `${path} ${status}`),
  }
}

/** The longest time between two accepted writes after the fault, in milliseconds. */
function longestGap({ tries }: Log, { faultAt, endedAt }: Moments, via: Via): number {
  const ends = tries.filter((one) => one.via === via && isWrite(one) && isAccepted(one)).map(({ ended }) => ended)
  const after = [...ends.filter((at) => at > faultAt && at < endedAt), endedAt].sort((a, b) => a - b)
  const before = ends.filter((at) => at <= faultAt)
  return Math.max(...after.map((at, place) => at - (after[place - 1] ?? Math.max(faultAt - 1000, ...before))))
}

/** How long /readyz of a replica said 200 at most while no claim sent to it was accepted, in milliseconds. */
function longestUntruth(tries: Try[], via: Via): number {
  const inOrder = (what: Try['what']) =>
    tries.filter((one) => one.via === via && one.what === what).sort((a, b) => a.ended - b.ended)
  const outages: { from: number; to: number }[] = []
  let [outage, workedAt] = [undefined as (typeof outages)[number] | undefined, 0]
  for (const { began, ended, status } of inOrder('claim')) {
    if (status > 0 && status < 500) [outage, workedAt] = [undefined, ended]
    else if (outage) outage.to = ended
    else {
      outage = { from: Math.max(began, workedAt), to: ended }
      outages.push(outage)
    }
  }
  let [longest, since] = [0, Number.POSITIVE_INFINITY]
  for (const { ended, status } of inOrder('readyz')) {
    const isWrong = status === 200 && outages.some(({ from, to }) => from < ended && ended < to)
    since = isWrong ? Math.min(since, ended) : Number.POSITIVE_INFINITY
    longest = Math.max(longest, ended - since)
  }
  return longest
}
