import privacy from '#legal/privacy'
import * as words from '#words'
import { LegalPage } from './LegalPage.tsx'

export const PrivacyPage = () => <LegalPage title={words.privacyTitle} dated={words.privacyDated} text={privacy} />
