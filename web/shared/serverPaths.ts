/** The paths that the server answers itself, and those of the other apps. No page of this app is there. */
export const serverPaths = /^\/(api|files|media|dev|console|counter|healthz|readyz|metrics)(\/|$)/
