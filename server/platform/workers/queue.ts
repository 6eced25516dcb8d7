/** Callers answer 503, so that the client tries again shortly. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The work could not be finished in time, which says nothing about the work itself. */
export class MachineBusy extends QueueFull {
  override name = 'MachineBusy'
}

export type Load = { running: number; waiting: number }
