import { appendFileSync, readFileSync } from 'node:fs'
import { closing, judged, type Tally } from './tally.ts'

/** Between two journeys in the list that the commands of one CI run share. */
const SEPARATOR = '\u0000'

/**
 * Prints what a run came to and sets the exit code. Where STAMPUS_UNSTABLE_LIST names a file, the commands that share it are
 * judged together by how many of their journeys are unstable.
 */
export function close(tally: Tally): void {
  const whole = judged({ ...tally, unstable: [...earlier(), ...tally.unstable] })
  keep(tally.unstable)
  console.log(closing(whole))
  if (whole.failed > 0) process.exitCode = 1
}

function earlier(): string[] {
  const file = process.env.STAMPUS_UNSTABLE_LIST
  return file ? readFileSync(file, 'utf8').split(SEPARATOR).filter(Boolean) : []
}

function keep(unstable: string[]): void {
  const file = process.env.STAMPUS_UNSTABLE_LIST
  if (file) appendFileSync(file, unstable.map((journey) => journey + SEPARATOR).join(''))
}
