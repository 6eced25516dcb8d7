/** The texts of an app that is built in Malay. */
export * as texts from './malayTexts.ts'
