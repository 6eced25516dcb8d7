/** Waits for so many milliseconds. Even with 0, the browser can respond to touches before the work continues. */
export const pause = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms))
