/**
 * Calls `onGone` when the parent process has ended in any way, which closes the IPC channel. Does nothing without a channel,
 * as under a service manager or in a container.
 */
export function exitWithParent(onGone: () => void) {
  if (process.channel === undefined) return
  process.once('disconnect', onGone)
  process.channel.unref()
}
