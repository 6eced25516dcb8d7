import { add, closingLine, nothing, oneFailed, type Tally } from './tally.ts'

/** Runs the parts of a test run in turn, each under its title; answers what they came to together. */
export async function runParts(parts: Record<string, () => Promise<Tally>>): Promise<Tally> {
  let sum = nothing
  for (const [title, part] of Object.entries(parts)) sum = add(sum, await timed(title, part))
  return sum
}

/** Nothing but what this process has, marked as a test. */
export function testEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: 'test' }
}

async function timed(title: string, part: () => Promise<Tally>) {
  console.log(`\n── ${title}`)
  const started = Date.now()
  const tally = await part().catch((fault) => crashed(title, fault))
  console.log(`   ${closingLine(tally)} in ${Math.round((Date.now() - started) / 1000)} s`)
  return tally
}

function crashed(title: string, fault: unknown): Tally {
  const said = fault instanceof Error ? fault.message : String(fault)
  console.log(said)
  return oneFailed(`${title}: ${said}`)
}
