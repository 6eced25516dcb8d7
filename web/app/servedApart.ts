/** The paths of our origin that the server answers itself: data, pictures, the console, probes. No page of this app is there. */
export const servedApart = /^\/(api|files|media|dev|console|healthz|readyz|metrics)(\/|$)/
