import { parseArgs } from 'node:util'
import { InvalidSettings, readConfig } from '../../server/config.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { DataDirInUse } from '../../server/platform/db/embedded/data-folder-lock.ts'
import { openPreparedDatabase } from '../../server/platform/db/prepare.ts'

export class UsageError extends Error {}

/** The positional arguments, the options by name, and whether `--json` is among them. */
type Given<Name extends string> = { words: string[]; values: Partial<Record<Name, string>>; json: boolean }

/** `known` are errors that the user can fix: only their message is shown. `work` returns what to print. */
type Command<Name extends string> = {
  help: string
  options?: readonly Name[]
  /** Whether the command can answer with JSON. */
  json?: boolean
  known?: (new (message: string) => Error)[]
  work: (given: Given<Name>) => Promise<string>
}

/** Runs a command of the terminal. Prints what came of it and sets the exit code: 1, or 2 for wrong arguments. */
export async function runCommand<Name extends string>(command: Command<Name>): Promise<void> {
  const { help, options = [], known = [], json = false, work } = command
  try {
    const { positionals: words, values } = read(options, json)
    const given = { words, values: values as Given<Name>['values'], json: 'json' in values }
    console.log(values.help ? help : await work(given))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isKnown = [UsageError, InvalidSettings, DataDirInUse, ...known].some((kind) => error instanceof kind)
    console.error(isKnown ? error.message : `This was not done: ${error.message}`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

function read(names: readonly string[], json: boolean) {
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  const options = {
    ...texts,
    help: { type: 'boolean', short: 'h' } as const,
    ...(json && { json: { type: 'boolean' } as const }),
  }
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Opens the database of the settings, with its migrations, for this work. */
export async function withDatabase<T>(
  work: (db: Database) => Promise<T>,
  ...given: Partial<Parameters<typeof openPreparedDatabase>>
): Promise<T> {
  const [config = readConfig(), preparation] = given
  const db = await openPreparedDatabase(config, preparation)
  return work(db).finally(() => db.close())
}
