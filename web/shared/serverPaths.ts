/** The paths of our origin that the server answers itself: data, pictures, the console, probes. No page of this app is there. */
export const serverPaths = /^\/(api|files|media|dev|console|healthz|readyz|metrics)(\/|$)/

/** An address that the server renders nothing for: its page can stand in for every other. */
export const shellPath = '/shell'
