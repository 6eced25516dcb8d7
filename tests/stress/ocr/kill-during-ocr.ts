import { setTimeout as pause } from 'node:timers/promises'
import type { SeededServer } from '../support/seeded-server.ts'
import { visitWhile } from '../support/visitors.ts'
import { type ChildProcessStats, findLeftChildren, memoryMbOf, openChannels, watchChildren } from './child-processes.ts'
import { countTimeouts, type OcrState, pagesToVisit, requestPreview, sendPicture, waitForOcr } from './clients.ts'
import { findLeftovers } from './server.ts'

const AT_ONCE = 3
const TRIES = 3
/** The server closes its side of a connection, and writes its log, a little later. */
const SETTLED_AFTER_MS = 1000

/** What was done and the results. `problems` must be empty. */
export type Findings = {
  problems: string[]
  killed: number
  /** Previews without facts, and receipts whose picture could not be read. */
  emptyPreviews: number
  unread: number
  read: number
  timeouts: number
  visits: number
  p99: number
  peakMb: number
  /** The memory of the server, before and after. */
  memoryMb: [number, number]
}

/**
 * Each picture is first sent for a preview, then submitted by the same member, with several members at once. The first
 * child process is killed at the first moment, and so on until no moments are left. A moment is a share of the
 * processor time of an undisturbed OCR; above 1 it is in the child's second picture.
 */
export async function runOcrWithKills(server: SeededServer, pictures: Buffer[], moments: number[]): Promise<Findings> {
  const [problems, plan] = [[] as string[], new Map<number, number>()]
  const [rest, whole] = [[...moments], await cpuOfOneOcr(server, pictures[0] as Buffer, problems)]
  const before = { channels: openChannels(server.pid), memory: memoryMbOf(server.pid) }
  let killed = 0
  const killDue = ({ pid, cpuSeconds }: ChildProcessStats) => {
    if (!plan.has(pid)) plan.set(pid, rest.shift() ?? Number.POSITIVE_INFINITY)
    if (cpuSeconds < (plan.get(pid) ?? 0) * whole) return
    plan.set(pid, Number.POSITIVE_INFINITY)
    if (kill(pid)) killed += 1
  }
  const watch = watchChildren(server, killDue)
  const work = sendEach(server, pictures.slice(1), problems)
  const [sent, visits] = await Promise.all([work, visitWhile(server.url, work, pagesToVisit(server))])
  watch.stop()
  await pause(SETTLED_AFTER_MS)
  const slow = countTimeouts(server)
  const count = (state: OcrState) => sent.filter((one) => one.state === state).length
  const emptyPreviews = sent.filter(({ preview }) => preview === null).length
  const unread = count('failed')
  if (emptyPreviews + unread > killed + slow)
    problems.push(`${emptyPreviews + unread} OCR results are missing, but ${killed} were killed`)
  problems.push(...visits.problems, ...(await findLeftovers(server, watch.seen(), { receipts: sent.length })))
  const channels = openChannels(server.pid) - before.channels
  if (channels > 0) problems.push(`${channels} more pipes and sockets are open`)
  return {
    ...{ problems, killed, emptyPreviews, unread, timeouts: slow },
    read: sent.length - unread,
    visits: visits.made,
    p99: visits.p99,
    peakMb: Math.max(0, ...watch.seen().map(({ peakMb }) => peakMb)),
    memoryMb: [before.memory, memoryMbOf(server.pid)],
  }
}

/** Reads the first picture undisturbed; returns the seconds of processor time. */
async function cpuOfOneOcr(server: SeededServer, picture: Buffer, problems: string[]): Promise<number> {
  const watch = watchChildren(server)
  await expectUndisturbedOcr(server, picture, problems)
  watch.stop()
  problems.push(...(await findLeftChildren(server.pid)))
  return Math.max(0, ...watch.seen().map(({ cpuSeconds }) => cpuSeconds))
}

/** An undisturbed picture must be read. A machine that is too slow gets another try. */
export async function expectUndisturbedOcr(server: SeededServer, picture: Buffer, problems: string[]): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried += 1)
    if (await requestPreview(server, server.members.at(-1) ?? { authorization: '' }, picture, problems)) return
  problems.push('a picture that nothing happened to is not read')
}

type Sent = { preview: object | null | undefined; state: OcrState }

async function sendEach(server: SeededServer, pictures: Buffer[], problems: string[]): Promise<Sent[]> {
  const [line, sent] = [[...pictures.entries()], [] as Sent[]]
  const sendNext = async () => {
    for (let next = line.shift(); next; next = line.shift()) {
      const [at, picture] = next
      const member = server.members[at] ?? { authorization: '' }
      const preview = await requestPreview(server, member, picture, problems)
      const id = await sendPicture(server, member, picture, problems)
      if (id !== undefined) sent.push({ preview, state: await waitForOcr(server, id, problems) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  return sent
}

/** Whether the process existed. */
function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}
