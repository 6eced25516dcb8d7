import { type Child, channelOf, dismissChild } from './child-process.ts'
import type { ChildLimits, Cost } from './child-words.ts'

/** To start a process and load what it needs costs as much as a third of a reading. */
const KEPT_MS = 10_000
/** What native code leaves behind ends with its process. */
const MOST_QUESTIONS = 20
/** A child that holds more than this share of its memory has too little room for its next question. */
const ROOM = 0.75

type Kept = { child: Child; timer: NodeJS.Timeout }
let kept: Kept | undefined

/** The child that waits for another question of this script, if there is one. */
export function takeKept(script: URL): Child | undefined {
  if (kept?.child.script.href !== script.href) return undefined
  const { child, timer } = kept
  kept = undefined
  clearTimeout(timer)
  reference(child, 'ref')
  return child
}

/** Keeps a child that has answered for the next question, or ends it. One that waits for long enough is ended. */
export async function keepOrEnd(child: Child, { memoryBytes }: ChildLimits, { heldBytes }: Cost): Promise<void> {
  const isFit = child.questions < MOST_QUESTIONS && heldBytes <= ROOM * memoryBytes
  if (!isFit || kept) return dismissChild(child)
  const mine = { child, timer: setTimeout(() => void letGo(mine), KEPT_MS).unref() }
  kept = mine
  // A child that says something unasked, or ends, is asked nothing.
  child.listener = { onWord: () => void letGo(mine), onFault: () => void letGo(mine) }
  reference(child, 'unref')
}

/** Ends the child that is kept, if there is one. */
export async function endKept(): Promise<void> {
  if (kept) await letGo(kept)
}

async function letGo(mine: Kept): Promise<void> {
  if (kept === mine) kept = undefined
  clearTimeout(mine.timer)
  mine.child.listener = undefined
  await dismissChild(mine.child)
}

/** A child that waits does not keep this process from ending, with which it ends. */
function reference(child: Child, how: 'ref' | 'unref'): void {
  child.process[how]()
  for (const stream of [channelOf(child), child.process.stderr])
    (stream as { ref(): void; unref(): void } | null)?.[how]()
}
