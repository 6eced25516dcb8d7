import { text } from 'node:stream/consumers'

const ENTER = ['\r', '\n', '\u0004']
const BACKSPACE = ['\b', '\u007f']
const CTRL_C = '\u0003'

/** Asks for a password at the terminal without showing it, or reads the first line of standard input. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const [first, again] = [await typed('Password: '), await typed('Repeat: ')]
  if (first !== again) throw new PasswordsDiffer('The two passwords differ.')
  return first
}

export class PasswordsDiffer extends Error {}

function typed(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true).setEncoding('utf8').resume()
  return new Promise((resolve) => {
    let given = ''
    const read = (keys: string) => {
      for (const key of keys) {
        if (key === CTRL_C) end(() => process.exit(130))
        else if (ENTER.includes(key)) return end(() => resolve(given))
        else given = BACKSPACE.includes(key) ? [...given].slice(0, -1).join('') : given + key
      }
    }
    const end = (then: () => void) => {
      stdin.off('data', read).pause().setRawMode(false)
      stderr.write('\n')
      then()
    }
    stdin.on('data', read)
  })
}
