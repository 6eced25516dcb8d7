import terms from '#legal/terms'
import * as words from '#words'
import { LegalPage } from './LegalPage.tsx'

export const TermsPage = () => <LegalPage title={words.termsTitle} dated={words.termsDated} text={terms} />
