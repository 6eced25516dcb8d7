import { PAGE_SETTINGS_ID, type PageSettings, readPageSettings } from '@stampus/contract/settings'

/** The settings that the server wrote into the page. */
export const settings: PageSettings = readPageSettings(document.getElementById(PAGE_SETTINGS_ID)?.textContent)
