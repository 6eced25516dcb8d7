import type { Random } from '../support/seeded-random.ts'
import { visitWhile } from '../support/visitors.ts'
import { type ChildProcessStats, isRunning, watchChildren } from './child-processes.ts'
import { countTimeouts, pagesToVisit, receiptPictures, requestPreview, sendPicture, waitForOcr } from './clients.ts'
import { expectUndisturbedOcr } from './kill-during-ocr.ts'
import { findLeftovers, type OcrServer } from './server.ts'

/** Late enough for it to have begun, and early enough for it not to have ended. */
const STOPPED_AFTER_CPU_SECONDS = 0.3
const LOOK_EVERY_MS = 20

/** The result of a child process that was stopped in the middle of a picture. */
export type StopResult = {
  problems: string[]
  /** From the stop until it was gone. */
  goneAfterMs: number
  answeredAfterMs: number
  preview: object | null | undefined
  visits: number
  p99: number
}

/** Stops the child that reads a preview. Meanwhile another member sends a receipt, whose picture is read afterwards. */
export async function stopDuringOcr(server: OcrServer, random: Random): Promise<StopResult> {
  const problems: string[] = []
  const [one, other, last] = await receiptPictures(3, random)
  const [owner = NOBODY, sender = NOBODY] = server.members
  if (!one || !other || !last) throw new Error('There are no pictures')
  const stopped = Promise.withResolvers<number>()
  let [goneAfterMs, answeredAfterMs] = [0, 0]
  const stop = ({ pid, cpuSeconds }: ChildProcessStats) => {
    if (watch.seen().length > 1 || cpuSeconds < STOPPED_AFTER_CPU_SECONDS) return
    process.kill(pid, 'SIGSTOP')
    watch.stop()
    const stoppedAt = performance.now()
    const look = setInterval(() => {
      if (isRunning(pid)) return
      clearInterval(look)
      goneAfterMs = Math.round(performance.now() - stoppedAt)
    }, LOOK_EVERY_MS)
    stopped.resolve(pid)
  }
  const watch = watchChildren(server, stop)
  const begun = performance.now()
  const asked = requestPreview(server, owner, one, problems).finally(() => {
    answeredAfterMs = Math.round(performance.now() - begun)
  })
  const sent = stopped.promise.then(() => sendPicture(server, sender, other, problems))
  const work = Promise.all([asked, sent])
  const [[preview, id], visits] = await Promise.all([work, visitWhile(server.url, work, pagesToVisit(server))])
  const state = id === undefined ? 'pending' : await waitForOcr(server, id, problems)
  if (state === 'failed' && countTimeouts(server) < 2) problems.push('the next receipt is not read')
  await expectUndisturbedOcr(server, last, problems)
  problems.push(...visits.problems, ...(await findLeftovers(server, watch.seen(), { receipts: 1 })))
  return { problems, goneAfterMs, answeredAfterMs, preview, visits: visits.made, p99: visits.p99 }
}

const NOBODY = { authorization: '' }
