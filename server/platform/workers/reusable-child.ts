import type { ChildCost, ChildLimits } from './child-messages.ts'
import { type Child, closeChild, getChannel, isAlive, killChild, residentBytes } from './child-process.ts'

/** Starting a process and loading its code costs a third of reading a picture. */
const IDLE_MS = 10_000
const CHECK_MS = 1000
/** Memory that native code leaks is freed with its process. */
const MAX_REQUESTS = 20
const MAX_HELD = 0.75

type IdleChild = { child: Child; timer: NodeJS.Timeout; check: NodeJS.Timeout }
let idle: IdleChild | undefined
const closing = new Set<Promise<void>>()

export function takeIdleChild(script: URL, limits: ChildLimits): Child | undefined {
  if (!idle || idle.child.script.href !== script.href || !isAlive(idle.child)) return undefined
  const { child } = idle
  if (child.limits.memoryBytes !== limits.memoryBytes || child.limits.heapMb !== limits.heapMb) return undefined
  release(idle)
  setReference(child, 'ref')
  return child
}

export async function reuseOrCloseChild(child: Child, { heldBytes }: ChildCost): Promise<void> {
  const isFull = Math.max(heldBytes, residentBytes(child)) > MAX_HELD * child.limits.memoryBytes
  if (idle || isFull || child.requests >= MAX_REQUESTS || !isAlive(child)) return closeChild(child)
  const own: IdleChild = {
    child,
    timer: setTimeout(() => close(own, closeChild), IDLE_MS).unref(),
    check: setInterval(
      () => residentBytes(child) > child.limits.memoryBytes && close(own, killChild),
      CHECK_MS,
    ).unref(),
  }
  idle = own
  // A child that sends a message without a request, or exits, is not reused.
  child.listener = { onMessage: () => close(own, killChild), onError: () => close(own, killChild) }
  setReference(child, 'unref')
}

/** Resolves when all children that were idle have exited. */
export async function closeIdleChild(): Promise<void> {
  if (idle) close(idle, closeChild)
  await Promise.all(closing)
}

function close(own: IdleChild, how: (child: Child) => Promise<void>): void {
  if (idle !== own) return
  release(own)
  own.child.listener = undefined
  const closed = how(own.child).finally(() => closing.delete(closed))
  closing.add(closed)
}

function release({ timer, check }: IdleChild): void {
  idle = undefined
  clearTimeout(timer)
  clearInterval(check)
}

/** With `unref` the idle child does not keep this process alive. */
function setReference(child: Child, how: 'ref' | 'unref'): void {
  child.process[how]()
  for (const stream of [getChannel(child), child.process.stderr])
    (stream as { ref(): void; unref(): void } | null | undefined)?.[how]()
}
