/** Durations and counts, in the short or the full profile (`npm run test:production -- --full`). */
export const profile =
  process.env.STAMPUS_PROFILE === 'full'
    ? { restarts: 10, databaseAwaySeconds: 30, mailAwaySeconds: 300 }
    : { restarts: 3, databaseAwaySeconds: 8, mailAwaySeconds: 20 }
