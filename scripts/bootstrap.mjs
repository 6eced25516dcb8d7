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
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @param {string[]} args */
async function main([command = 'start', ...args]) {
  if (isTooOld())
    return fail(`Stampus needs Node ${OLDEST.major}.${OLDEST.minor} or newer; this is ${process.version}.`)
  const script = join(root, 'scripts', `${command}.ts`)
  if (!existsSync(script)) return fail(`There is no command "${command}".`)
  const installation = await install()
  if (installation !== 0) return installation
  const node = findNode()
  if (node === undefined) {
    return fail('The packaged Node 26 does not run on this machine. Please install Node 26 or newer.')
  }
  const serves = command === 'start'
  const env = { ...environmentOf(node), ...(serves && serverEnvironment) }
  return runChild(node, [...(serves ? serverFlags : []), script, ...args], { env })
}

function isTooOld() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  return 1
}
