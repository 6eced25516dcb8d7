/** The paths that the server answers itself, and those of the other apps. No page of this app is there. */
export const serverPaths = /^\/(api|files|media|dev|console|counter|healthz|readyz|metrics)(\/|$)/

/** The address of the page that the server does not render. It can stand in for every other page. */
export const shellPath = '/shell'
