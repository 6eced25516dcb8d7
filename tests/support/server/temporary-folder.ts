import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A new folder that is removed after the calling test, or, called at the top of a file, after its tests. Not for hooks. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-files-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    onTestFinished(remove)
  } catch {
    // vitest ignores it in tests and hooks.
    afterAll(remove)
  }
  return folder
}
