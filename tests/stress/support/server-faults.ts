import children from 'node:child_process'
import fs, { existsSync, readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import sharp from 'sharp'
import { parseStatement, watchQueries } from './queries.ts'

/*
 * Loaded into the server under test before its own code, like kill-points.ts. While the file `fault` is in the data
 * folder, the server has the fault that it names; while `ocr-fault` is, OCR processes do what it says in place of OCR.
 */

export type ServerFault =
  | 'receipts fail'
  | 'lists fail'
  | 'receipts are not answered'
  | 'pictures cannot be decoded'
  | 'pictures get metadata'
  | 'pictures take too much memory'
  | 'pages are cut off'
  | 'files are left'
  | 'memory is kept'
  | 'sockets are left'
  | 'OCR processes are not killed'
  | 'the server exits with its OCR process'

const FAULTY_OCR_PROCESS = join(import.meta.dirname, '../ocr/faulty-ocr-process.ts')
const kept: Buffer[] = []

if (isMainThread) {
  changeQueries()
  changeAnswers()
  changePictures()
  changeFiles()
  changeOcrProcesses()
  syncBuiltinESMExports()
}

function isActive(fault: ServerFault): boolean {
  return contentOf('fault') === fault
}

function contentOf(name: string): string {
  const path = join(process.env.DATA_DIR ?? '', name)
  return existsSync(path) ? readFileSync(path, 'latin1') : ''
}

function changeQueries(): void {
  const failing: Record<string, ServerFault> = { 'submissions.insert': 'receipts fail', 'bulk.find': 'lists fail' }
  watchQueries((_client, statement, send) => {
    const fault = failing[parseStatement(statement).name ?? '']
    return send(fault && isActive(fault) ? 'SELECT injected' : statement)
  })
}

function changeAnswers(): void {
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
    if (this.req.method === 'POST' && isActive('receipts are not answered')) return this
    if (this.req.url === '/' && isActive('pages are cut off')) return this.destroy()
    return Reflect.apply(end, this, given)
  }
}

function changePictures(): void {
  const { webp, toBuffer } = sharp.prototype
  sharp.prototype.webp = function (...given: Parameters<typeof webp>) {
    const picture = webp.apply(this, given)
    return isActive('pictures get metadata') ? picture.withExif({ IFD0: { Artist: 'injected' } }) : picture
  }
  sharp.prototype.toBuffer = async function (...given: unknown[]) {
    if (isActive('pictures cannot be decoded')) throw new Error('Input file contains unsupported image format')
    if (isActive('pictures take too much memory') && kept.length === 0) kept.push(Buffer.alloc(2000 * 1024 ** 2, 1))
    return Reflect.apply(toBuffer, this, given)
  }
}

function changeFiles(): void {
  const { rm } = fs.promises
  const removed: typeof rm = async (...given) => {
    if (!isActive('files are left')) await rm(...given)
  }
  Object.assign(fs.promises, { rm: removed })
}

function changeOcrProcesses(): void {
  const { spawn } = children
  const started = (...[program, args, options]: Parameters<typeof spawn>) => {
    const fault = contentOf('ocr-fault')
    const child = spawn(program, [...(fault ? [FAULTY_OCR_PROCESS, fault] : []), ...args], options)
    if (isActive('sockets are left')) createServer().listen().unref()
    if (isActive('memory is kept')) kept.push(Buffer.alloc(700 * 1024 ** 2, 1))
    if (isActive('OCR processes are not killed')) child.kill = () => true
    if (isActive('the server exits with its OCR process'))
      child.once('exit', (_, signal) => signal && process.kill(process.pid, signal))
    return child
  }
  Object.assign(children, { spawn: started })
}
