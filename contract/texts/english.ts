export * as texts from './englishTexts.ts'
