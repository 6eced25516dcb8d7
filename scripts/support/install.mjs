import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.mjs'
import { withLock } from './lock.mjs'
import { findNode, machineNode } from './node.mjs'
import { isInstalledHere, machineFolders, modules, root, windows, withFolders } from './root.mjs'

const lockFile = join(root, 'package-lock.json')
const stampFile = join(modules, '.stampus-install')

/** Installs the packages of the lock file unless they are installed already. Returns an exit code. */
export async function install() {
  if (isInstalled()) return 0
  return withLock('install', async (handOn) => (isInstalled() ? 0 : installAll(handOn)))
}

function isInstalled() {
  if (readIfThere(stampFile) === stamp()) return true
  if (!npmInstalledAll()) return false
  writeFileSync(stampFile, stamp())
  return true
}

function stamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  return `${lock} ${process.platform}-${process.arch}\n`
}

/** True if an `npm ci` has installed this lock file: npm stores a copy of it at the end. */
function npmInstalledAll() {
  const done = readIfThere(join(modules, '.package-lock.json'))
  if (done === undefined || findNode() === undefined) return false
  const { packages: installed } = JSON.parse(done)
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.entries(packages).every(([path, { version, optional, link }]) => {
    if (optional || link || !path.includes('node_modules/')) return true
    return installed[path]?.version === version && existsSync(join(root, path))
  })
}

/** @param {(pid: number) => void} onStart */
async function installAll(onStart) {
  if (windows && isInstalledHere(process.execPath)) {
    console.error('The installed packages are out of date, and Windows cannot replace the Node that runs: npm ci')
    return 1
  }
  console.log('Installing packages (usually a minute, only when package-lock.json has changed) …')
  const flags = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress']
  const code = await runNpm(flags, onStart)
  if (code === 0) writeFileSync(stampFile, stamp())
  else console.error(`The installation failed: npm ${flags.join(' ')} ended with ${code}.`)
  return code
}

/**
 * @param {string[]} args
 * @param {(pid: number) => void} onStart
 */
function runNpm(args, onStart) {
  /** @type {Parameters<typeof runChild>[2]} */
  const options = { env: withFolders(machineFolders()), output: 'ignore', onStart }
  const cli = process.env.npm_execpath
  const node = machineNode() ?? process.execPath
  if (cli?.endsWith('npm-cli.js')) return runChild(node, [cli, ...args], options)
  return runChild('npm', args, { ...options, shell: windows })
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
