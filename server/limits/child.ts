import { type Child, channelOf, childFault, killChild, residentBytes, startChild } from './child-process.ts'
import { type ChildFault, type ChildLimits, type Cost, QUESTION_BYTES, type Word, written } from './child-words.ts'
import { keepOrEnd, takeKept } from './kept-child.ts'
import { OUT_OF_MEMORY, TOO_LONG } from './thread.ts'

/** What a child gets, what may stop it, and what is called with its news and its cost. */
type Asked<News> = {
  data: unknown
  limits: ChildLimits
  signal?: AbortSignal | undefined
  onNews?: ((news: News) => void) | undefined
  onCost?: ((cost: Cost) => void) | undefined
}

type End = { answer: unknown; cost: Cost } | { fault: Error }

const LOOK_MS = 50

/**
 * Asks `script`, which runs in a process of its own, and returns its answer. A hostile input or a crash of native code then cannot block
 * the server, end it, or leave memory behind. Rejects with what the child threw, or with a fault that `overrun` knows; an aborted signal
 * kills the child. A child that answered may be asked again within seconds, with the same limits; after anything else it is gone when this
 * settles, at the latest a second after it was killed.
 */
export async function askChild<Answer, News = never>(script: URL, asked: Asked<News>): Promise<Answer> {
  const { data, limits, signal, onCost } = asked
  signal?.throwIfAborted()
  const question = written({ data, memoryBytes: limits.memoryBytes, parent: process.pid }, QUESTION_BYTES)
  const child = takeKept(script) ?? startChild(script, limits)
  const end = await endOf(child, question, asked)
  if ('fault' in end) {
    await killChild(child)
    throw end.fault
  }
  onCost?.(end.cost)
  await keepOrEnd(child, limits, end.cost)
  return end.answer as Answer
}

/** Asks the child and waits for its answer, or for what stops it. */
async function endOf<News>(child: Child, question: Buffer[], asked: Asked<News>): Promise<End> {
  const { promise: ended, resolve } = Promise.withResolvers<End>()
  child.questions += 1
  child.listener = {
    onWord: (word) => hear(word, asked, resolve),
    onFault: (fault) => resolve({ fault }),
  }
  const stopWatching = watch(child, asked, (fault) => resolve({ fault }))
  for (const bytes of question) channelOf(child)?.write(bytes)
  const end = await ended
  stopWatching()
  child.listener = undefined
  return end
}

/** Ends the wait where the child takes too long or too much memory, or is not needed any more. */
function watch(child: Child, { limits, signal }: Asked<never>, stop: (fault: Error) => void): () => void {
  const onAbort = () => stop(childFault('A child process was stopped', 'ERR_CHILD_ENDED'))
  const late = setTimeout(() => stop(childFault('A child process took too long', TOO_LONG)), limits.milliseconds)
  const look = setInterval(() => {
    if (residentBytes(child) > limits.memoryBytes)
      stop(childFault('A child process took too much memory', OUT_OF_MEMORY))
  }, LOOK_MS)
  signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(late)
    clearInterval(look)
    signal?.removeEventListener('abort', onAbort)
  }
}

function hear<News>(word: Word, { onNews }: Asked<News>, resolve: (end: End) => void): void {
  if ('news' in word) onNews?.(word.news as News)
  else if ('answer' in word) resolve(word)
  else resolve({ fault: thrownBy(word.fault) })
}

function thrownBy({ name, message, code, stack }: ChildFault): Error {
  const Kind = name === 'RangeError' ? RangeError : Error
  return Object.assign(new Kind(message), { name, code, stack })
}
