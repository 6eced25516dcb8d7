/** How long and how often, in short or as in full (`npm run test:production -- --full`). */
export const profile =
  process.env.STAMPUS_PROFILE === 'full'
    ? { restarts: 10, databaseAwaySeconds: 30, mailAwaySeconds: 300 }
    : { restarts: 3, databaseAwaySeconds: 8, mailAwaySeconds: 20 }
