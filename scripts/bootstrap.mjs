// Runs scripts/<command>.ts on the Node it needs. Plain JavaScript: this file must run on the machine's own Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './support/child.mjs'
import { install } from './support/install.mjs'
import { environmentOf, findNode, serverEnvironment, serverFlags } from './support/node.mjs'
import { root } from './support/root.mjs'

const OLDEST = { major: 20, minor: 19 }

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exitCode = 1
}

/** @param {string[]} words */
async function main([command = 'start', ...args]) {
  if (isTooOld())
    return refuse(`Stampus needs Node ${OLDEST.major}.${OLDEST.minor} or newer; this is ${process.version}.`)
  const script = join(root, 'scripts', `${command}.ts`)
  if (!existsSync(script)) return refuse(`There is no command "${command}".`)
  const installation = await install()
  if (installation !== 0) return installation
  const node = findNode()
  if (node === undefined) {
    return refuse('No Node 26 or newer runs on this machine: its packaged build does not fit, so please install one.')
  }
  const serves = command === 'start'
  const env = { ...environmentOf(node), ...(serves && serverEnvironment) }
  return runChild(node, [...(serves ? serverFlags : []), script, ...args], { env })
}

function isTooOld() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence)
  return 1
}
