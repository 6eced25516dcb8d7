import { PAGE_SETTINGS_ID, type PageSettings, readPageSettings } from '@stampus/contract/settings'

/** What the server wrote into the page (D-65). */
export const settings: PageSettings = readPageSettings(document.getElementById(PAGE_SETTINGS_ID)?.textContent)
