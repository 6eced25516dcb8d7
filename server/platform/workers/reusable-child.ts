import type { ChildCost, ChildLimits } from './child-messages.ts'
import { type Child, channelOf, dismissChild, isAlive, killChild, residentBytes } from './child-process.ts'

/** To start a process and load what it needs costs as much as a third of a reading. */
const KEPT_MS = 10_000
const LOOK_MS = 1000
/** What native code leaves behind ends with its process. */
const MOST_QUESTIONS = 20
/** A child that holds more than this share of its memory has too little room for its next question. */
const ROOM = 0.75

type Kept = { child: Child; timer: NodeJS.Timeout; look: NodeJS.Timeout }
let kept: Kept | undefined
const ending = new Set<Promise<void>>()

/** The child that waits for another question of this script with these limits, if there is one. */
export function takeKept(script: URL, limits: ChildLimits): Child | undefined {
  if (!kept || kept.child.script.href !== script.href || !isAlive(kept.child)) return undefined
  const { child } = kept
  if (child.limits.memoryBytes !== limits.memoryBytes || child.limits.heapMb !== limits.heapMb) return undefined
  release(kept)
  reference(child, 'ref')
  return child
}

/** Keeps a child that has answered for the next question, or ends it. One that waits for ten seconds is ended. */
export async function keepOrEnd(child: Child, { heldBytes }: ChildCost): Promise<void> {
  const isFull = Math.max(heldBytes, residentBytes(child)) > ROOM * child.limits.memoryBytes
  if (kept || isFull || child.questions >= MOST_QUESTIONS || !isAlive(child)) return dismissChild(child)
  const mine: Kept = {
    child,
    timer: setTimeout(() => end(mine, dismissChild), KEPT_MS).unref(),
    look: setInterval(() => residentBytes(child) > child.limits.memoryBytes && end(mine, killChild), LOOK_MS).unref(),
  }
  kept = mine
  // A child that says something unasked, or ends, is asked nothing.
  child.listener = { onWord: () => end(mine, killChild), onFault: () => end(mine, killChild) }
  reference(child, 'unref')
}

/** Ends the child that is kept, if there is one; resolves when those that were kept are gone. */
export async function closeIdleChild(): Promise<void> {
  if (kept) end(kept, dismissChild)
  await Promise.all(ending)
}

function end(mine: Kept, how: (child: Child) => Promise<void>): void {
  if (kept !== mine) return
  release(mine)
  mine.child.listener = undefined
  const ended = how(mine.child).finally(() => ending.delete(ended))
  ending.add(ended)
}

function release({ timer, look }: Kept): void {
  kept = undefined
  clearTimeout(timer)
  clearInterval(look)
}

/** A child that waits does not keep this process from ending, with which it ends. */
function reference(child: Child, how: 'ref' | 'unref'): void {
  child.process[how]()
  for (const stream of [channelOf(child), child.process.stderr])
    (stream as { ref(): void; unref(): void } | null | undefined)?.[how]()
}
