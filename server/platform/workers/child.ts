import {
  type ChildCost,
  type ChildFault,
  type ChildLimits,
  QUESTION_BYTES,
  type Word,
  written,
} from './child-messages.ts'
import { type Child, channelOf, childFault, hasEnded, killChild, residentBytes, startChild } from './child-process.ts'
import { keepOrEnd, takeKept } from './reusable-child.ts'
import { exceededLimit, OUT_OF_MEMORY, TOO_LONG } from './thread.ts'

/** What a child gets, what may stop it, what is an answer, and what is called with its news and its cost. */
type Asked<Answer, News> = {
  data: unknown
  limits: ChildLimits
  signal?: AbortSignal | undefined
  isAnswer: (answer: unknown) => answer is Answer
  onNews?: ((news: News) => void) | undefined
  onCost?: ((cost: ChildCost) => void) | undefined
}

/** `isOfEarlier` where what a kept process did before may be the cause: it has ended without a word, or holds too much memory. */
type End = { answer: unknown; cost: ChildCost } | { fault: Error; isOfEarlier?: boolean }

const LOOK_MS = 50

/** How many questions were asked: each has a number of its own, which its words carry. */
let questions = 0

/**
 * Asks `script`, which runs in a process of its own, and returns its answer. A hostile input or a crash of native code then cannot block
 * the server or end it. Rejects with what the child threw, or with a fault that `exceededLimit` knows; an aborted signal kills the child. A
 * child that answered may be asked again within seconds; after anything else it is gone when this settles, at the latest a second after it
 * was killed.
 */
export async function runInChild<Answer, News = never>(script: URL, asked: Asked<Answer, News>): Promise<Answer> {
  const { data, limits, signal } = asked
  signal?.throwIfAborted()
  questions += 1
  const number = questions
  const question = { number, data, memoryBytes: limits.memoryBytes, parent: process.pid }
  const bytes = written(question, QUESTION_BYTES)
  const kept = takeKept(script, limits)
  const end = kept && (await endOf(kept, { number, bytes }, asked))
  if (kept && end) {
    if ('answer' in end || !end.isOfEarlier) return answerOf(kept, end, asked)
    await killChild(kept)
  }
  signal?.throwIfAborted()
  const child = startChild(script, limits)
  return answerOf(child, await endOf(child, { number, bytes }, asked), asked)
}

async function answerOf<Answer, News>(child: Child, end: End, asked: Asked<Answer, News>): Promise<Answer> {
  try {
    if ('fault' in end) throw end.fault
    asked.onCost?.(end.cost)
    if (!asked.isAnswer(end.answer))
      throw new TypeError('A child process answered something else than it was asked for')
    await keepOrEnd(child, end.cost)
    return end.answer
  } catch (fault) {
    await killChild(child)
    throw fault
  }
}

type Written = { number: number; bytes: Buffer[] }

/** Asks the child and waits for its answer, or for what stops it. */
async function endOf<Answer, News>(child: Child, question: Written, asked: Asked<Answer, News>): Promise<End> {
  const { promise: ended, resolve } = Promise.withResolvers<End>()
  child.questions += 1
  child.lines = ''
  let isHeard = false
  const fail = (fault: Error) =>
    resolve({ fault, isOfEarlier: exceededLimit(fault) === 'memory' || (!isHeard && hasEnded(child)) })
  child.listener = {
    onWord: (word) => {
      isHeard = true
      if (word.number !== question.number) throw new RangeError('A child process speaks of another question')
      hear(word, asked, resolve)
    },
    onFault: fail,
  }
  const stopWatching = watch(child, asked, fail)
  for (const bytes of question.bytes) channelOf(child)?.write(bytes)
  const end = await ended
  stopWatching()
  child.listener = undefined
  return end
}

type Watched = { limits: ChildLimits; signal?: AbortSignal | undefined }

/** Ends the wait where the child takes too long or too much memory, or is not needed any more. */
function watch(child: Child, { limits, signal }: Watched, stop: (fault: Error) => void): () => void {
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

function hear<News>(word: Word, { onNews }: Pick<Asked<unknown, News>, 'onNews'>, resolve: (end: End) => void): void {
  if ('news' in word) onNews?.(word.news as News)
  else if ('answer' in word) resolve(word)
  else resolve({ fault: thrownBy(word.fault) })
}

function thrownBy({ name, message, code, stack }: ChildFault): Error {
  const Kind = name === 'RangeError' ? RangeError : Error
  return Object.assign(new Kind(message), { name, code, stack })
}
