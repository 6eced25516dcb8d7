import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder that is removed after the tests of the calling file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-files-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
