import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for data that can be full. */
export type SmallDisk = { folder: string; fill(): void; free(): void; remove(): void }

/** Mounts a disk of so many MB; undefined where this machine does not allow it. */
export function mountDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'stampus-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (mounted.status !== 0) return void remove()
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast),
    remove: () => {
      spawnSync('umount', [folder])
      remove()
    },
  }
}

/** A folder that a server with the fault `the disk is full` treats as full. */
export function simulateDisk(dataDir: string): Pick<SmallDisk, 'fill' | 'free'> {
  const mark = join(dataDir, 'full')
  return { fill: () => writeFileSync(mark, ''), free: () => rmSync(mark) }
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const piece of [1024 * 1024, 4096]) while (hasRoom(file, piece));
  } finally {
    closeSync(file)
  }
}

function hasRoom(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes
  } catch {
    return false
  }
}
