import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../structure/tree.ts'
import type { OcrProcessFault } from './faulty-ocr-process.ts'

/**
 * A copy of the server whose OCR process can be changed while it runs, because a failed process is replaced by another.
 * - `injectFault`: it does something else than OCR
 * - `remove`: its script or its models are missing, or its library is invalid
 * - `restore`: it works again
 */
export type ServerCopy = {
  folder: string
  injectFault(fault: OcrProcessFault): Promise<void>
  remove(what: RemovedPart): Promise<void>
  restore(): Promise<void>
  discard(): Promise<void>
}
export type RemovedPart = 'the script' | 'the models' | 'the library'

const SCRIPT = 'server/domains/receipt-ocr/paddle-child.ts'
const MODELS = 'node_modules/@gutenye'
const LIBRARY = 'node_modules/onnxruntime-node'
/** Copied because they are changed, or because a link would lead out of the copy. */
const COPIED = ['server', 'contract', 'demo', 'package.json']
/** The folder of our own packages. */
const OWN = '@stampus'

/** Copies the server with what it imports; all packages are those of this checkout. */
export async function copyServer(): Promise<ServerCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-tree-'))
  const at = (path: string) => join(folder, path)
  for (const path of COPIED) await cp(join(root, path), at(path), { recursive: true })
  await mkdir(at('node_modules'))
  const packages = await readdir(join(root, 'node_modules'))
  for (const name of packages.filter((one) => one !== OWN && !one.startsWith('.')))
    await symlink(join(root, 'node_modules', name), at(`node_modules/${name}`))
  await mkdir(at(`node_modules/${OWN}`))
  for (const name of ['server', 'contract']) await symlink(at(name), at(`node_modules/${OWN}/${name}`))
  for (const name of ['web', 'console', 'counter']) await symlink(join(root, name), at(name))

  const removals: Record<RemovedPart, () => Promise<void>> = {
    'the script': () => rm(at(SCRIPT)),
    'the models': () => rm(at(MODELS)),
    'the library': () => breakLibrary(at(LIBRARY)),
  }
  const reader = pathToFileURL(join(import.meta.dirname, 'faulty-ocr-process.ts'))
  return {
    folder,
    injectFault: (fault) => writeFile(at(SCRIPT), `process.argv[2] = '${fault}'\nawait import('${reader}')\n`),
    remove: (what) => removals[what](),
    restore: async () => {
      await cp(join(root, SCRIPT), at(SCRIPT))
      for (const name of [MODELS, LIBRARY]) {
        await rm(at(name), { recursive: true, force: true })
        await symlink(join(root, name), at(name))
      }
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The file exists, but is no library for this machine. */
async function breakLibrary(library: string): Promise<void> {
  await rm(library)
  const whole = join(root, LIBRARY)
  for (const part of ['package.json', 'dist']) await cp(join(whole, part), join(library, part), { recursive: true })
  const folder = join(library, 'bin/napi-v6', process.platform, process.arch)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'onnxruntime_binding.node'), 'no library')
}
