import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printFigures } from '../profile.ts'
import { createEnvironment, engines } from '../support/environment.ts'
import { sendOneEach } from './clients.ts'
import type { InjectedFault } from './kill-points.ts'
import { createShop, newClientRecord, type Shop } from './shop.ts'

/** Whether this machine has strace and allows it to attach to another process. */
const canTrace = await canAttach()
if (!canTrace) console.warn('the order of fsync, rename, COMMIT and answer: SKIPPED, this machine has no strace')

const injectedFaults: [InjectedFault, string][] = [
  ['not synced', 'was not synced before it was renamed'],
  ['renamed after commit', 'was not synced before COMMIT'],
]
/** Other writes of the embedded engine look like a COMMIT, so this fault is tested on PostgreSQL only. */
const injectedFaultsOn = {
  embedded: injectedFaults,
  postgres: [...injectedFaults, ['answered before commit', 'no COMMIT'] as [InjectedFault, string]],
}

describe.skipIf(!canTrace).each(engines)('%s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await createShop(await createEnvironment(engine), 1)
  })
  afterAll(() => shop?.environment.remove())

  /** The system calls of a server while it takes a receipt, with an injected fault where one is given. */
  async function traceOne(injected?: InjectedFault) {
    const server = await shop.environment.start({}, injected)
    const session = { shop, server, record: newClientRecord() }
    try {
      return await traceCalls(server.pid, async () => void (await sendOneEach(session, shop.clientsOf(0).slice(0, 1))))
    } finally {
      await server.kill()
    }
  }

  test('S-7.09 the server syncs, renames, commits and answers in the order that survives a power cut', async () => {
    const calls = await traceOne()
    printFigures(`order by strace, ${engine}`, { calls: calls.length })
    expect(findOrderErrors(calls)).toEqual([])
  })

  test.each(injectedFaultsOn[engine])('injected fault: the test notices "%s"', async (injected, words) => {
    expect(findOrderErrors(await traceOne(injected)).join('\n')).toContain(words)
  })
})

const WATCHED = 'fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'

async function canAttach(): Promise<boolean> {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const strace = spawn('strace', ['-o', '/dev/null', '-p', String(other.pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [text] = await Promise.race([once(strace.stderr, 'data'), once(strace, 'error')])
  strace.kill()
  // SIGTERM can get lost while strace detaches.
  other.kill('SIGKILL')
  return String(text).includes('attached')
}

/** The system calls of a process while `work` runs. */
async function traceCalls(pid: number, work: () => Promise<void>): Promise<Call[]> {
  const path = join(tmpdir(), `stampus-trace-${pid}`)
  const words = ['-f', '-y', '-s', '40', '-e', `trace=${WATCHED}`, '-o', path, '-p', String(pid)]
  const strace = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(strace, 'exit')
  // strace prints that it has attached.
  await once(strace.stderr, 'data')
  try {
    await work()
  } finally {
    strace.kill('SIGINT')
    await gone
  }
  const calls = parseCalls(await readFile(path, 'utf8'))
  await rm(path)
  return calls
}

/** One call, from the line where it begins to the line where it ends. */
type Call = { text: string; from: number; until: number }

function parseCalls(trace: string): Call[] {
  const calls: Call[] = []
  const unfinished = new Map<string, Call>()
  for (const [at, line] of trace.split('\n').entries()) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const begun = unfinished.get(thread)
    if (text.startsWith('<...') && begun) begun.until = at
    else {
      const call = { text, from: at, until: at }
      calls.push(call)
      if (text.endsWith('<unfinished ...>')) unfinished.set(thread, call)
    }
  }
  return calls
}

const SENT = /^(write|writev|sendto|sendmsg)\(/

/** Violations of the order fsync, rename, fsync of the folder, COMMIT, answer. */
function findOrderErrors(calls: Call[]): string[] {
  const answer = calls.find(({ text }) => SENT.test(text) && text.includes('HTTP/1.1 201'))
  const commit = commitBefore(answer, calls)
  const renames = calls.filter(({ text }) => /^rename.*\/files\/receipts\//.test(text))
  const problems = renames.length === 3 ? [] : [`${renames.length} files were renamed`]
  for (const rename of renames) problems.push(...findRenameErrors(rename, commit, calls))
  if (!answer || !commit) problems.push('there was no COMMIT before the answer')
  return problems
}

/** Sent to PostgreSQL; the embedded engine commits with its log on the disk. */
function commitBefore(answer: Call | undefined, calls: Call[]): Call | undefined {
  return calls.findLast(({ text, until }) => answer && until < answer.from && isCommit(text))
}

const isCommit = (text: string) =>
  (SENT.test(text) && text.includes('vCOMMIT\\0')) || /^fdatasync\(.*\/pg_wal\//.test(text)

function findRenameErrors(rename: Call, commit: Call | undefined, calls: Call[]): string[] {
  const [, from = '', to = ''] = /"([^"]+)".*"([^"]+)"/.exec(rename.text) ?? []
  const syncs = (path: string) => calls.filter(({ text }) => text.startsWith('fsync(') && text.includes(`<${path}>`))
  const isSynced = syncs(from).some(({ until }) => until < rename.from)
  const folders = syncs(dirname(to)).filter((sync) => sync.from > rename.until)
  const isEntered = folders.some(({ until }) => commit && until < commit.from)
  return [
    ...(isSynced ? [] : [`${from} was not synced before it was renamed`]),
    ...(isEntered ? [] : [`the folder of ${to} was not synced before COMMIT`]),
  ]
}
