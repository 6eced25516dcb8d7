/** More tasks wait than can be done in a reasonable time. Callers answer 503, so that the client tries again shortly. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The machine was too busy to finish the work in time, which says nothing about the work itself. */
export class MachineBusy extends QueueFull {
  override name = 'MachineBusy'
}

/** The number of running and of waiting tasks. */
export type Load = { running: number; waiting: number }
