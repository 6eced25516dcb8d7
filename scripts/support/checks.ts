import { run } from './run.ts'
import { add, nothing, oneFailed, onePassed, type Tally } from './tally.ts'

/** Each is one program: server/ has demo/ and scripts/ in it, tests/ has bench/. Their tsconfig.json is for editors. */
const typed = ['contract', 'server', 'ui', 'web', 'console', 'counter', 'tests']

const checks = [
  { name: 'structure and promises', command: ['vitest', 'run', '--project', 'structure', '--reporter=dot'] },
  // With several threads the compiler checks common types in each of them, which takes twice the processor time.
  ...typed.map((folder) => ({ name: `types of ${folder}`, command: ['tsc', '--singleThreaded', '-p', folder] })),
  { name: 'lint and format', command: ['biome', 'ci', '--error-on-warnings'] },
  { name: 'nothing unused', command: ['knip', '--no-progress'] },
  { name: 'generated docs', command: ['node', 'scripts/docs.ts', '--check'] },
]

/** Types, lint, format, dead code, structure and promises, two at a time; each check is one item. */
export async function runChecks() {
  let tally = nothing
  const waiting = checks.values()
  const runWaiting = async () => {
    for (const { name, command } of waiting) {
      const one = await runCheck(name, command)
      tally = add(tally, one)
    }
  }
  await Promise.all([runWaiting(), runWaiting()])
  return tally
}

async function runCheck(name: string, [program = '', ...args]: string[]): Promise<Tally> {
  const { code, output, processor } = await run(program, args, { quiet: true })
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
  if (code === 0) return { ...onePassed, processor }
  console.log(output.trimEnd())
  return { ...oneFailed(name), processor }
}
