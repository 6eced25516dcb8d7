/**
 * Calls `onGone` once the process that started this one is gone, however it ended: the channel between the two
 * closes. Without a channel (a service manager or a container started it) nothing is watched.
 */
export function exitWithParent(onGone: () => void) {
  if (process.channel === undefined) return
  process.once('disconnect', onGone)
  process.channel.unref()
}
