import type { Random } from '../support/seeded-random.ts'
import type { SeededServer } from '../support/seeded-server.ts'
import { visitWhile } from '../support/visitors.ts'
import { firstChild, timeUntilGone } from './child-processes.ts'
import { countTimeouts, pagesToVisit, receiptPictures, requestPreview, sendPicture, waitForOcr } from './clients.ts'
import { expectUndisturbedOcr } from './kill-during-ocr.ts'
import { findLeftovers } from './server.ts'

/** A child that is never gone does not hold up the tests. */
const GONE_WITHIN_MS = 120_000

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
export async function stopDuringOcr(server: SeededServer, random: Random): Promise<StopResult> {
  const problems: string[] = []
  const [one, other, last] = await receiptPictures(3, random)
  const [owner, sender] = server.members
  if (!one || !other || !last || !owner || !sender) throw new Error('There are no pictures or members')
  const begun = performance.now()
  const stopped = firstChild(server).then((child) => {
    process.kill(child.pid, 'SIGSTOP')
    return { child, gone: timeUntilGone(child.pid, GONE_WITHIN_MS) }
  })
  const asked = requestPreview(server, owner, one, problems).then((preview) => {
    const answeredAfterMs = Math.round(performance.now() - begun)
    return { preview, answeredAfterMs }
  })
  const sent = stopped.then(() => sendPicture(server, sender, other, problems))
  const work = Promise.all([asked, sent])
  const [[{ preview, answeredAfterMs }, id], visits] = await Promise.all([
    work,
    visitWhile(server.url, work, pagesToVisit(server)),
  ])
  const { child, gone } = await stopped
  const state = id === undefined ? 'pending' : await waitForOcr(server, id, problems)
  if (state === 'failed' && countTimeouts(server) < 2) problems.push('the next receipt is not read')
  await expectUndisturbedOcr(server, last, problems)
  problems.push(...visits.problems, ...(await findLeftovers(server, [child], { receipts: 1 })))
  return { problems, goneAfterMs: await gone, answeredAfterMs, preview, visits: visits.made, p99: visits.p99 }
}
