import { fdatasyncSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { draftOf, isInitialized, moveIntoPlace } from './folder-draft.ts'

type Options = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type Stream = { nfd: number }
type MemoryFiles = {
  readdir(path: string): string[]
  lstat(path: string): { mode: number }
  isDir(mode: number): boolean
  readFile(path: string): Uint8Array
  unlink(path: string): void
  rmdir(path: string): void
  mount(type: object, options: { root: string }, path: string): void
}
type Engine = {
  FS: MemoryFiles
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number }; tryFSOperation(work: () => void): void }
}

const root = PGlite.paths.PGDATA

/** PGlite's own NODEFS has no fsync. A new database is created in memory, then moved: never half a database. */
export class DatabaseFolder extends NodeFS {
  readonly #folder: string
  #isNew: boolean

  constructor(folder: string) {
    const isNew = !isInitialized(folder)
    if (isNew) rmSync(draftOf(folder), { recursive: true, force: true })
    super(isNew ? draftOf(folder) : folder)
    this.#folder = resolve(folder)
    this.#isNew = isNew
  }

  override async init(pg: PGlite, given: Options): Promise<{ emscriptenOpts: Options }> {
    const options = { ...given, preRun: [...(given.preRun ?? []), writeThrough] }
    if (!this.#isNew) return super.init(pg, options)
    this.pg = pg
    return { emscriptenOpts: options }
  }

  /** PGlite calls this when a new database is complete, before it starts it. */
  override async syncToFs(): Promise<void> {
    if (!this.#isNew || !this.pg) return
    this.#isNew = false
    const { FS, NODEFS } = this.pg.Module as unknown as Engine
    const paths = moveOut(FS, root, this.rootDir)
    await moveIntoPlace(this.rootDir, this.#folder, paths)
    FS.mount(NODEFS, { root: this.#folder }, root)
  }
}

function writeThrough(module: unknown): void {
  const { NODEFS } = module as Engine
  NODEFS.stream_ops.fsync = (stream) => {
    NODEFS.tryFSOperation(() => fdatasyncSync(stream.nfd))
    return 0
  }
}

function moveOut(memory: MemoryFiles, from: string, to: string): string[] {
  const names = memory.readdir(from).filter((name) => name !== '.' && name !== '..')
  return names.flatMap((name) => {
    const [source, target] = [`${from}/${name}`, join(to, name)]
    return memory.isDir(memory.lstat(source).mode)
      ? moveFolder(memory, source, target)
      : moveFile(memory, source, target)
  })
}

function moveFolder(memory: MemoryFiles, source: string, target: string): string[] {
  mkdirSync(target, { mode: 0o700 })
  const paths = moveOut(memory, source, target)
  memory.rmdir(source)
  return [target, ...paths]
}

function moveFile(memory: MemoryFiles, source: string, target: string): string[] {
  writeFileSync(target, memory.readFile(source), { mode: 0o600 })
  memory.unlink(source)
  return [target]
}
