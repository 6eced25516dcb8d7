const LOOK_MS = 2000
/** What the work below takes where tests are as fast as in docs/performance.md, in milliseconds: see decision 025. */
const USUAL_MS = 3.2
const numbers = Float64Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 50_021)

/** Repeats a small piece of work. The function it returns says how many times as long as usual the work took. */
export function watchSlowness(): () => number {
  const times: number[] = []
  const look = () => times.push(timeWork())
  timeWork()
  look()
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    return times.reduce((sum, time) => sum + time, 0) / times.length / USUAL_MS
  }
}

/** The processor time of this thread for the work, in milliseconds. */
function timeWork(): number {
  const before = process.threadCpuUsage()
  numbers.slice().sort()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
