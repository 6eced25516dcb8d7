/** The texts of an app that is built in English. */
export * as texts from './englishTexts.ts'
