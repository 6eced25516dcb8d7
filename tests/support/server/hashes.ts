import { createHook } from 'node:async_hooks'

/** Counts the passwords that this process hashes or compares from now on. */
export function countHashes(): { taken: () => number; stop: () => void } {
  let count = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'argon2:HashWorker') count += 1
    },
  })
  hook.enable()
  return { taken: () => count, stop: () => hook.disable() }
}
