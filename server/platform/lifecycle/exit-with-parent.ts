/** The parent's end closes the IPC channel. There is none under a service manager or in a container. */
export function exitWithParent(onGone: () => void) {
  if (process.channel === undefined) return
  process.once('disconnect', onGone)
  process.channel.unref()
}
