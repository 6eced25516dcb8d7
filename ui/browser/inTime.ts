/** The longest wait for a browser's own answer, such as of its database or its locks: some browsers never give one. */
export const BROWSER_TIMEOUT_MS = 5000

/** The answer of the browser. Rejects if it comes too late, so that the app goes on as if the browser had refused. */
export function inTime<T>(answer: PromiseLike<T>, ms = BROWSER_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser does not answer.')), ms)
    answer.then(resolve, reject).then(() => clearTimeout(timer))
  })
}
